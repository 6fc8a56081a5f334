package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	proc "ptk-lsp/tools/process"
)

// ownPath takes out of this program's own PATH what leads into the folders, so that whatever is looked for by its name, such as
// a browser or a shell, is not one of theirs. It returns the environment as it was, which the commands of the user get.
func ownPath(folders []string) (was []string, err error) {
	was = os.Environ()
	for _, e := range proc.SafePath(was, folders) {
		if path, ok := strings.CutPrefix(e, "PATH="); ok {
			err = os.Setenv("PATH", path)
		}
	}
	return was, err
}

// neutral is the folder in which MCP servers and custom tools are started: empty, the user's alone, and below no folder that
// others write to, for programs look for their settings in the folders above too. It is made when it is first needed.
type neutral struct {
	parent string

	mu   sync.Mutex // guards path
	path string
}

// staleAfter is how long a folder may be left by a program that was killed.
const staleAfter = 30 * 24 * time.Hour

// dir returns the folder.
func (n *neutral) dir() (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if info, err := os.Lstat(n.path); n.path != "" && err == nil && info.IsDir() {
		return n.path, nil
	}
	if err := os.MkdirAll(n.parent, 0o700); err != nil {
		return "", fmt.Errorf("making the folder for programs: %w", err)
	}
	n.sweep()
	path, err := os.MkdirTemp(n.parent, "run-") // readable for the user alone
	if err != nil {
		return "", fmt.Errorf("making the folder for programs: %w", err)
	}
	n.path = path
	return path, nil
}

// sweep drops what programs that were killed left behind. The caller holds mu.
func (n *neutral) sweep() {
	left, _ := filepath.Glob(filepath.Join(n.parent, "run-*")) //nolint:errcheck // the pattern is well-formed
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.IsDir() && time.Since(info.ModTime()) > staleAfter {
			_ = os.RemoveAll(path) // the next one tries again
		}
	}
}

// close drops the folder.
func (n *neutral) close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.path == "" {
		return nil
	}
	if err := os.RemoveAll(n.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("dropping the folder of programs: %w", err)
	}
	return nil
}
