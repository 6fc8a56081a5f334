// Package instructions reads the files by which users and projects instruct the model, such as AGENTS.md. What they say is text
// for the model and nothing else: no setting and no permission is taken from them.
package instructions

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/regular"
)

// fileNames are the names of a folder's instructions; the first that exists counts. Other programs use the others than
// AGENTS.md.
var fileNames = []string{"AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"}

// maxFile is how much of a file is read, in bytes; the model gets less.
const maxFile = 1 << 20

// Config configures a [Reader].
type Config struct {
	Workspace *workspace.Workspace
	UserDir   string // has the user's own AGENTS.md; "" if there is none
	// Restricted leaves out the instructions of the workspace.
	Restricted bool
	// LeftOut is called with each file that can't be read, also with those that don't exist.
	LeftOut func(path string, err error)
}

// Reader reads instructions anew each time.
type Reader struct{ cfg Config }

// NewReader returns a Reader.
func NewReader(c Config) *Reader { return &Reader{c} }

// Top returns the user's own instructions and those at the top of each folder of the workspace, each cut after maxBytes.
func (r *Reader) Top(ctx context.Context, maxBytes int) string {
	var parts []string
	if own := cut(r.own(), maxBytes); own != "" {
		parts = append(parts, own)
	}
	for _, f := range r.cfg.Workspace.Folders() {
		_, text := r.folder(ctx, f.Path)
		if text = cut(text, maxBytes); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Check reads the user's own instructions and those at the top of each folder, and returns the paths of the latter.
func (r *Reader) Check(ctx context.Context) (read []string) {
	r.own()
	for _, f := range r.cfg.Workspace.Folders() {
		if name, _ := r.folder(ctx, f.Path); name != "" {
			read = append(read, filepath.Join(f.Path, filepath.FromSlash(name)))
		}
	}
	return read
}

// own reads the user's own file and returns "" if there is none.
func (r *Reader) own() string {
	if r.cfg.UserDir == "" {
		return ""
	}
	path := filepath.Join(r.cfg.UserDir, "AGENTS.md")
	data, err := regular.Read(path, maxFile)
	if err != nil && !errors.Is(err, regular.ErrTooLarge) {
		r.cfg.LeftOut(path, err)
		return ""
	}
	return strings.ToValidUTF8(string(data), "\ufffd")
}

// folder reads the instructions of a folder and returns the file's name too. It reports and passes over a file that is a link
// out of the workspace or to a secret, or not a regular file.
func (r *Reader) folder(ctx context.Context, dir string) (name, text string) {
	if r.cfg.Restricted {
		return "", ""
	}
	for _, name := range fileNames {
		path := filepath.Join(dir, filepath.FromSlash(name))
		text, err := r.cfg.Workspace.ReadSmall(ctx, path, maxFile)
		if err != nil && !errors.Is(err, regular.ErrTooLarge) {
			r.cfg.LeftOut(path, err)
			continue
		}
		if strings.TrimSpace(text) != "" {
			return name, text
		}
	}
	return "", ""
}

func cut(s string, maxBytes int) string {
	s = strings.TrimSpace(s)
	if len(s) > maxBytes {
		return strings.ToValidUTF8(s[:maxBytes], "") + "\n(cut here)"
	}
	return s
}
