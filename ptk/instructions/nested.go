package instructions

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

// maxFolders is the number of folders below the top that are read in a turn.
const maxFolders = 100

// Nested reads the instructions of folders below the top of the workspace, each folder once. It serves one turn.
type Nested struct {
	reader *Reader
	seen   []string // folders
}

// Nested returns a Nested for a turn.
func (r *Reader) Nested() *Nested { return &Nested{reader: r} }

// Of returns the instructions of the folders between the top of the workspace and files, the nearest last. Each file is cut
// after maxBytes; all together take twice that, and the nearest come first. It leaves out a text that the conversation has
// already, as has reports.
func (n *Nested) Of(ctx context.Context, files []string, maxBytes int, has func(text string) bool) string {
	var parts []string
	left := 2 * maxBytes
	for _, dir := range slices.Backward(n.folders(files)) {
		if slices.Contains(n.seen, dir) {
			continue
		}
		if len(n.seen) == maxFolders {
			n.leftOut(fmt.Errorf("those of more than %d folders are not read in one turn", maxFolders))
			break
		}
		n.seen = append(n.seen, dir)
		part := n.folder(ctx, dir, maxBytes)
		if has(strings.TrimSpace(part)) {
			continue
		}
		if left -= len(part); left < 0 {
			n.leftOut(errors.New("those of all folders above the files are too long together; only the nearest count"))
			break
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

func (n *Nested) leftOut(err error) { n.reader.cfg.LeftOut("instructions", err) }

// folder returns the instructions of one folder as the model gets them, or "".
func (n *Nested) folder(ctx context.Context, dir string, maxBytes int) string {
	name, text := n.reader.folder(ctx, dir)
	text = cut(text, maxBytes)
	if text == "" || strings.HasPrefix(name, ".github") {
		return ""
	}
	ws := n.reader.cfg.Workspace
	file := ws.Display(filepath.Join(dir, name))
	head := fmt.Sprintf("%s%s its %s says, over what was said before:\n", prompt.FolderHead, ws.Display(dir), file)
	return notation.Neutralize(head + text + ")")
}

// folders returns the folders that hold files, and those above them, as far as they are below a folder of the workspace; outer
// ones first.
func (n *Nested) folders(files []string) (dirs []string) {
	for _, f := range files {
		for _, root := range n.reader.cfg.Workspace.Folders() {
			rel, err := filepath.Rel(root.Path, filepath.Dir(f))
			if err != nil || rel == "." || !filepath.IsLocal(rel) {
				continue
			}
			dir := root.Path
			for _, part := range strings.Split(rel, string(filepath.Separator)) {
				if dir = filepath.Join(dir, part); !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
			}
		}
	}
	return dirs
}
