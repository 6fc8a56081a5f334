package backend

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

// safePath removes from the PATH of this process what lies in the folders, so that programs such as a browser or a shell are
// never looked up there. It returns the environment as it was before, for the user's commands.
func safePath(folders []string) (before []string, err error) {
	before = os.Environ()
	for _, e := range proc.SafePath(before, folders) {
		if path, ok := strings.CutPrefix(e, "PATH="); ok {
			err = os.Setenv("PATH", path)
		}
	}
	return before, err
}

// NeutralDir is the folder in which MCP servers and custom tools are started. It is empty, only the user can use it, and no
// folder above it is writable for others, since programs look for their settings there too. It is created when first used.
type NeutralDir struct {
	parent string

	mu   sync.Mutex // guards path
	path string
}

// staleAfter is the age at which a folder that a killed process left behind is removed.
const staleAfter = 30 * 24 * time.Hour

// Path returns the folder.
func (n *NeutralDir) Path() (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if info, err := os.Lstat(n.path); n.path != "" && err == nil && info.IsDir() {
		return n.path, nil
	}
	if err := os.MkdirAll(n.parent, 0o700); err != nil {
		return "", fmt.Errorf("creating the folder for programs: %w", err)
	}
	n.removeStale()
	path, err := os.MkdirTemp(n.parent, "run-") // readable for the user only
	if err != nil {
		return "", fmt.Errorf("creating the folder for programs: %w", err)
	}
	n.path = path
	return path, nil
}

// removeStale removes the folders that killed processes left behind. The caller holds mu.
func (n *NeutralDir) removeStale() {
	left, _ := filepath.Glob(filepath.Join(n.parent, "run-*")) //nolint:errcheck // the pattern is well-formed
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.IsDir() && time.Since(info.ModTime()) > staleAfter {
			_ = os.RemoveAll(path) // the next process tries again
		}
	}
}

// close removes the folder.
func (n *NeutralDir) close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.path == "" {
		return nil
	}
	if err := os.RemoveAll(n.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the folder for programs: %w", err)
	}
	return nil
}
