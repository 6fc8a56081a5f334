// Package neovim tests the Neovim plugin in real Neovims: the plugin of this repository, the server's real binary, and a
// model server that follows a script.
// The tests type keys and read buffers and screens. test/beds/neovim.sh installs the Neovims.
// Start at [editor], a Neovim that a test types into, and at [screen], a Neovim in a terminal.
package neovim

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bed is one installed Neovim.
type bed struct {
	series string // such as "0.12"
	nvim   string // its path
}

// repository returns the root of the repository.
func repository() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err) // the working directory is gone
	}
	return dir
}

// tools returns the folder into which test/beds/neovim.sh installs.
func tools() string {
	if dir := os.Getenv("PTK_TOOLS"); dir != "" {
		return dir
	}
	return filepath.Join(repository(), ".tools")
}

// beds returns the Neovims to test with; the test fails if one is missing.
func beds(t testing.TB) []bed {
	t.Helper()
	var all []bed
	for _, series := range []string{"0.12", "0.10"} {
		b := bed{series, filepath.Join(tools(), "nvim-"+series, "bin", "nvim")}
		if _, err := os.Stat(b.nvim); err != nil {
			t.Fatalf("Neovim %s is not installed: run test/beds/neovim.sh first (%v)", series, err)
		}
		all = append(all, b)
	}
	return all
}

// inEach runs the test in each Neovim, in parallel with other tests.
func inEach(t *testing.T, test func(t *testing.T, b bed)) {
	t.Helper()
	t.Parallel()
	for _, b := range beds(t) {
		t.Run(b.series, func(t *testing.T) {
			t.Parallel()
			test(t, b)
		})
	}
}

// serverPath is the server's binary, built once for all tests.
var serverPath string

func TestMain(m *testing.M) {
	if os.Getenv(checkerVariable) != "" {
		os.Exit(serveChecker(os.Stdin, os.Stdout))
	}
	// The tests mostly wait.
	if err := flag.Set("test.parallel", "5"); err != nil {
		panic(err)
	}
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (code int, err error) {
	if err := readSources(); err != nil {
		return 1, err
	}
	dir, err := os.MkdirTemp("", "ptk-neovim-")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	serverPath = filepath.Join(dir, "ptk-lsp")
	// With the flags of :Ptk install, so that both share the build cache.
	build := exec.Command("go", "build", "-trimpath", "-o", serverPath, "./cmd/ptk-lsp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Dir = repository()
	if out, err := build.CombinedOutput(); err != nil {
		return 1, fmt.Errorf("building the server: %w\n%s", err, out)
	}
	return m.Run(), nil
}

// readSources reads the tested sources, so that go test runs the tests again after a change.
func readSources() error {
	return filepath.WalkDir(repository(), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "vscode" || d.Name() == "testdata"):
			return filepath.SkipDir
		case slices.Contains([]string{".go", ".lua", ".txt", ".md"}, filepath.Ext(path)):
			_, err = os.ReadFile(path)
		}
		return err
	})
}
