package vscode

import (
	"archive/zip"
	"bytes"
	"debug/buildinfo"
	"encoding/xml"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// platforms are the targets of the packages with their names in Go.
var platforms = []struct{ target, goos, goarch string }{
	{"linux-x64", "linux", "amd64"},
	{"linux-arm64", "linux", "arm64"},
	{"darwin-x64", "darwin", "amd64"},
	{"darwin-arm64", "darwin", "arm64"},
	{"win32-x64", "windows", "amd64"},
	{"win32-arm64", "windows", "arm64"},
}

// maxPackage is the size limit of a package in bytes.
const maxPackage = 14 << 20

// TestPackages builds the packages of all platforms, as make vsix does, and checks their contents.
func TestPackages(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	lookAtInputs(t, root)
	dir := buildPackages(t, root)
	for _, p := range platforms {
		t.Run(p.target, func(t *testing.T) {
			file := filepath.Join(dir, "ptk-lsp-"+p.target+".vsix")
			z, err := zip.OpenReader(file)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			if info, err := os.Stat(file); err != nil || info.Size() > maxPackage {
				t.Errorf("the package has %d bytes: %v", info.Size(), err)
			}
			checkManifest(t, &z.Reader, p.target)
			checkServer(t, &z.Reader, p.goos, p.goarch)
			checkFiles(t, &z.Reader)
		})
	}
}

// buildPackages builds the packages and returns their folder, or returns the folder in PTK_E2E_PACKAGES.
func buildPackages(t *testing.T, root string) string {
	t.Helper()
	if built := os.Getenv("PTK_E2E_PACKAGES"); built != "" {
		return built
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "editors", "vscode", "scripts", "vsix.sh"), "all", dir)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the packages: %v\n%s", err, text)
	}
	return dir
}

// checkManifest checks the platform: VS Code installs the package on no other.
func checkManifest(t *testing.T, z *zip.Reader, target string) {
	t.Helper()
	var manifest struct {
		Metadata struct {
			Identity struct {
				ID             string `xml:"Id,attr"`
				TargetPlatform string `xml:",attr"`
			}
		}
	}
	if err := xml.Unmarshal(read(t, z, "extension.vsixmanifest"), &manifest); err != nil {
		t.Fatal(err)
	}
	if got := manifest.Metadata.Identity; got.ID != "ptk-lsp" || got.TargetPlatform != target {
		t.Errorf("the package has the identity %+v", got)
	}
}

// checkServer checks that the server is the only program, built for the platform, and executable.
func checkServer(t *testing.T, z *zip.Reader, goos, goarch string) {
	t.Helper()
	name := "extension/server/ptk-lsp"
	if goos == "windows" {
		name += ".exe"
	}
	found, err := fs.Glob(z, "extension/server/*")
	if err != nil || len(found) != 1 || found[0] != name {
		t.Fatalf("the server folder contains %q: %v", found, err)
	}
	info, err := buildinfo.Read(bytes.NewReader(read(t, z, name)))
	if err != nil {
		t.Fatal(err)
	}
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	if info.Path != "ptk-lsp/cmd/ptk-lsp" || built["GOOS"] != goos || built["GOARCH"] != goarch || built["CGO_ENABLED"] != "0" {
		t.Errorf("the server is %s, built by %v", info.Path, built)
	}
	for _, f := range z.File {
		if f.Name == name && goos != "windows" && f.Mode()&0o111 != 0o111 {
			t.Errorf("%s has the mode %v", name, f.Mode())
		}
	}
}

// checkFiles checks that the package has all files that the extension needs, and no sources.
func checkFiles(t *testing.T, z *zip.Reader) {
	t.Helper()
	for _, want := range []string{
		"package.json", "package.nls.json", "package.nls.vi.json", "l10n/bundle.l10n.vi.json", "readme.md", "changelog.md", "LICENSE.txt",
		"dist/extension.js", "dist/webview.js", "dist/webview.css", "dist/codicon.ttf", "dist/THIRD-PARTY.txt",
		"media/icon.png", "media/activitybar.svg", "media/pictures/chat.png",
	} {
		read(t, z, "extension/"+want)
	}
	for _, f := range z.File {
		if ext := path.Ext(f.Name); ext == ".ts" || ext == ".map" || strings.Contains(f.Name, "node_modules") {
			t.Errorf("%s is in the package", f.Name)
		}
	}
}

func read(t *testing.T, z *zip.Reader, name string) []byte {
	t.Helper()
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}
