//go:build unix

package regular

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Nothing in the place of a small file hangs, fills the memory or leads out.
func TestRead(t *testing.T) {
	const limit = 1000
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, c := range map[string]struct {
		make       func(path string) error
		read, base error // of Read, and of ReadIn
		size       int
	}{
		"plain":      {make: write("hello"), size: 5},
		"empty":      {make: write("")},
		"full":       {make: write(strings.Repeat("x", limit)), size: limit},
		"over":       {make: write(strings.Repeat("x", limit+1)), size: limit, read: ErrTooLarge, base: ErrTooLarge},
		"sparse":     {make: sparse, size: limit, read: ErrTooLarge, base: ErrTooLarge},
		"missing":    {make: nothing, read: fs.ErrNotExist, base: fs.ErrNotExist},
		"folder":     {make: func(p string) error { return os.Mkdir(p, 0o700) }, read: ErrNotRegular, base: ErrNotRegular},
		"pipe":       {make: func(p string) error { return syscall.Mkfifo(p, 0o600) }, read: ErrNotRegular, base: ErrNotRegular},
		"socket":     {make: socket(t), read: ErrNotRegular, base: ErrNotRegular},
		"zero":       {make: link("/dev/zero"), read: ErrNotRegular, base: errAny},
		"tty":        {make: link("/dev/tty"), read: ErrNotRegular, base: errAny},
		"loop":       {make: link("loop"), read: syscall.ELOOP, base: errAny},
		"link":       {make: link("plain2"), size: 2},
		"out":        {make: link(outside), read: nil, base: errAny, size: 6},
		"up":         {make: link("../" + filepath.Base(filepath.Dir(outside)) + "/secret"), read: nil, base: errAny, size: 6},
		"to a pipe":  {make: link("pipe2"), read: ErrNotRegular, base: ErrNotRegular},
		"a proc one": {make: link("/proc/kmsg"), read: errAny, base: errAny},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if err := c.make(path); err != nil {
				t.Fatal(err)
			}
			data, err := Read(path, limit)
			if !is(err, c.read) || err == nil && len(data) != c.size || errors.Is(err, ErrTooLarge) && len(data) != limit {
				t.Errorf("Read: %d bytes, %v", len(data), err)
			}
			data, err = ReadIn(root, name, limit)
			if !is(err, c.base) || err == nil && len(data) != c.size {
				t.Errorf("ReadIn: %d bytes, %v", len(data), err)
			}
		})
	}
}

// errAny stands for any failure.
var errAny = errors.New("any")

func is(err, want error) bool {
	if errors.Is(want, errAny) {
		return err != nil
	}
	return errors.Is(err, want)
}

func write(text string) func(string) error {
	return func(path string) error {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "plain2"), []byte("ok"), 0o600); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o600)
	}
}

func sparse(path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(path, 100<<30)
}

func nothing(string) error { return nil }

func link(to string) func(string) error {
	return func(path string) error {
		dir := filepath.Dir(path)
		if _, err := os.Lstat(filepath.Join(dir, "pipe2")); err != nil {
			if err := syscall.Mkfifo(filepath.Join(dir, "pipe2"), 0o600); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "plain2"), []byte("ok"), 0o600); err != nil {
			return err
		}
		return os.Symlink(to, path)
	}
}

func socket(t *testing.T) func(string) error {
	return func(path string) error {
		l, err := net.Listen("unix", path)
		if err == nil {
			t.Cleanup(func() { l.Close() })
		}
		return err
	}
}

// A file that grows while it is read is read up to the limit.
func TestGrowing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "growing")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		for err == nil {
			select {
			case <-stop:
				err = errAny
			default:
				_, err = f.WriteString(strings.Repeat("x", 4096))
			}
		}
		f.Close()
		stopped <- err
	}()
	for range 50 {
		if data, err := Read(path, 10_000); len(data) > 10_000 || err != nil && !errors.Is(err, ErrTooLarge) {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
	}
	close(stop)
	if err := <-stopped; !errors.Is(err, errAny) {
		t.Fatal(err)
	}
}
