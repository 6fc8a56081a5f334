//go:build unix

package private_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ptk-lsp/workspace/private"
)

// harms are done to the file or a folder above it; says is part of the error.
var harms = []struct {
	name, says string
	do         func(t *testing.T, root, path string)
	root       bool // doing it requires root
}{
	{"none", "", func(*testing.T, string, string) {}, false},
	{"readable by all", "", func(t *testing.T, _, path string) { chmod(t, path, 0o644) }, false},
	{"writable by the group", "can be written by others (mode 0620)", func(t *testing.T, _, path string) { chmod(t, path, 0o620) }, false},
	{"writable by all", "chmod 600", func(t *testing.T, _, path string) { chmod(t, path, 0o602) }, false},
	{"in a folder writable by the group", "chmod 700", func(t *testing.T, _, path string) { chmod(t, filepath.Dir(path), 0o770) }, false},
	{
		"in a folder writable by all", "can be written by others (mode 0777)",
		func(t *testing.T, _, path string) { chmod(t, filepath.Dir(path), 0o777) }, false,
	},
	{"below a root writable by all", "chmod 700", func(t *testing.T, root, _ string) { chmod(t, root, 0o777) }, false},
	{"above the root", "", func(t *testing.T, root, _ string) { chmod(t, filepath.Dir(root), 0o777) }, false},
	{"a link", "a link", func(t *testing.T, _, path string) {
		must(t, os.Rename(path, path+".real"))
		must(t, os.Symlink(path+".real", path))
	}, false},
	{"in a linked folder", "a link", func(t *testing.T, _, path string) {
		dir := filepath.Dir(path)
		must(t, os.Rename(dir, dir+".real"))
		must(t, os.Symlink(dir+".real", dir))
	}, false},
	{"a hard link", "a hard link", func(t *testing.T, root, path string) { must(t, os.Link(path, filepath.Join(root, "other"))) }, false},
	{"a pipe", "a pipe", func(t *testing.T, _, path string) {
		must(t, os.Remove(path))
		must(t, syscall.Mkfifo(path, 0o600))
	}, false},
	{"a folder", "a folder", func(t *testing.T, _, path string) {
		must(t, os.Remove(path))
		must(t, os.Mkdir(path, 0o700))
	}, false},
	{"a link to a device", "a link", func(t *testing.T, _, path string) {
		must(t, os.Remove(path))
		must(t, os.Symlink("/dev/zero", path))
	}, false},
	{"too large", "is larger than 1 KiB", func(t *testing.T, _, path string) {
		must(t, os.WriteFile(path, make([]byte, 2000), 0o600))
	}, false},
	{"of another user", "belongs to another user", func(t *testing.T, _, path string) { must(t, os.Chown(path, 12345, 12345)) }, true},
	{"in a folder of another user", "belongs to another user", func(t *testing.T, _, path string) {
		must(t, os.Chown(filepath.Dir(path), 12345, 12345))
	}, true},
	{
		"below a root of another user", "belongs to another user",
		func(t *testing.T, root, _ string) { must(t, os.Chown(root, 12345, 12345)) }, true,
	},
}

func TestReadFile(t *testing.T) {
	for _, h := range harms {
		t.Run(h.name, func(t *testing.T) {
			if h.root && os.Geteuid() != 0 {
				t.Skip("only root can give a file away")
			}
			root := filepath.Join(t.TempDir(), "root")
			path := filepath.Join(root, "folder", "file")
			must(t, os.MkdirAll(filepath.Dir(path), 0o700))
			must(t, os.WriteFile(path, []byte("trusted"), 0o600))
			h.do(t, root, path)
			data, err := private.ReadFile(path, root, 1024)
			unsafe, refused := errors.AsType[*private.UnsafeError](err)
			switch {
			case h.says == "" && (err != nil || string(data) != "trusted"):
				t.Errorf("got %q, %v", data, err)
			case h.says != "" && (!refused || data != nil || !strings.Contains(err.Error(), h.says) || unsafe.Path == "" || unsafe.Do == ""):
				t.Errorf("got %q, %v; want it refused for %q", data, err, h.says)
			}
			if _, refused := errors.AsType[*private.UnsafeError](private.Check(path, root)); refused != (h.says != "") && h.name != "too large" &&
				h.name != "a folder" {
				t.Errorf("Check refuses: %v", refused)
			}
		})
	}
}

func TestMissingFilesAreSafe(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	path := filepath.Join(root, "folder", "file")
	if _, err := private.ReadFile(path, root, 1024); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := private.Check(path, root); err != nil {
		t.Errorf("got %v", err)
	}
}

// The same as a user who is not root, and with a file of root, which that user can trust.
func TestAsAnotherUser(t *testing.T) {
	const nobody = 65534
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		chmod(t, d, 0o755)
	}
	self := filepath.Join(dir, "test")
	data, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(self, data, 0o755)) // a place from which others may run it
	home := filepath.Join(dir, "home")
	must(t, os.Mkdir(home, 0o700))
	must(t, os.Chown(home, nobody, nobody))
	cmd := exec.Command(self, "-test.run=^(TestReadFile|TestMissingFilesAreSafe)$", "-test.v")
	cmd.Dir, cmd.Env = home, []string{"TMPDIR=" + home, "HOME=" + home}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS: TestReadFile/writable_by_all") {
		t.Errorf("%v\n%s", err, out)
	}
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	must(t, os.Chmod(path, mode))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
