package vscode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// lookAtInputs looks at every file that goes into the package or drives the browser. Go's test cache knows only the files
// that the test itself looks at, and would give yesterday's result for today's extension.
func lookAtInputs(t *testing.T, root string) {
	t.Helper()
	for _, dir := range []string{"cmd", "llm", "lsp", "ptk", "tools", "workspace", "editors/vscode", "test/vscode/e2e"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && made(d.Name()) {
				return filepath.SkipDir
			}
			if err == nil {
				_, err = os.Stat(path)
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil // an editor's temporary file
			}
			return err
		})
		if err != nil {
			t.Fatalf("looking at what is tested: %v", err)
		}
	}
}

// made tells of folders that building makes.
func made(folder string) bool {
	return folder == "node_modules" || folder == "dist" || folder == "server"
}
