package vscode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// lookAtInputs stats every file that is packaged or drives the browser. Go's test cache only tracks files that the test
// itself opens or stats, and would otherwise return results of an older extension.
func lookAtInputs(t *testing.T, root string) {
	t.Helper()
	for _, dir := range []string{"cmd", "llm", "lsp", "ptk", "tools", "workspace", "editors/vscode", "test/vscode/e2e"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && isGenerated(d.Name()) {
				return filepath.SkipDir
			}
			if err == nil {
				_, err = os.Stat(path)
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a temporary file of an editor
			}
			return err
		})
		if err != nil {
			t.Fatalf("reading the inputs: %v", err)
		}
	}
}

// isGenerated reports whether the build creates the folder.
func isGenerated(folder string) bool {
	return folder == "node_modules" || folder == "dist" || folder == "server"
}
