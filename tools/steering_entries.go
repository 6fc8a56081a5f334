package tools

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/workspace"
)

// maxEntries is how many entries of a folder are checked for new steering files.
const maxEntries = 10_000

// steeringEntries returns the entries in the workspace's folders, and in those of git's hooks and of workflows, that steer
// other programs without being noticed, each with the reason. The sandbox keeps such files from being changed, but can't
// prevent new ones.
func steeringEntries(ws *workspace.Workspace) map[string]string {
	found := map[string]string{}
	for _, f := range ws.Folders() {
		for _, dir := range []string{".", ".git/hooks", ".github/workflows"} {
			for _, name := range entriesOf(filepath.Join(f.Path, filepath.FromSlash(dir))) {
				rel := path.Join(dir, name)
				if why := steersItself(rel); why != "" {
					found[ws.Display(filepath.Join(f.Path, filepath.FromSlash(rel)))] = why
				}
			}
		}
	}
	return found
}

// steersItself returns why a hidden entry, or instructions for assistants, steers other programs. What builds and package
// managers create in plain sight, such as node_modules, is ignored.
func steersItself(rel string) string {
	if !strings.HasPrefix(rel, ".") && !strings.HasSuffix(rel, ".md") {
		return ""
	}
	if why := workspace.Steers(rel); why != "" {
		return why
	}
	return workspace.Steers(rel + "/x") // of a folder
}

func entriesOf(dir string) []string {
	d, err := os.Open(dir)
	if err != nil {
		return nil // it doesn't exist
	}
	defer d.Close()
	names, err := d.Readdirnames(maxEntries)
	if err != nil {
		return nil // it is empty
	}
	return names
}

// newSteering returns the new steering files with the reasons, without those that the command, and so the question, named.
func newSteering(before, after map[string]string, command string) (new []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, had := before[name]; !had && !strings.Contains(command, path.Base(filepath.ToSlash(name))) {
			new = append(new, fmt.Sprintf("%s: %s", name, after[name]))
		}
	}
	return new
}
