package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"unicode/utf8"

	"ptk-lsp/workspace/regular"
)

// ReadSmall reads a file of the folder that controls a conversation: instructions, a command, settings. The folder's author is not
// the user, so it must be a regular file of the workspace after all links, have only one name, and not be a secret by any of its
// names. The editor's buffer takes precedence over the disk. If the text is longer than limit bytes, the error wraps
// [regular.ErrTooLarge] and the text is its beginning.
func (w *Workspace) ReadSmall(ctx context.Context, path string, limit int) (string, error) {
	f, err := w.Resolve(path)
	if err != nil {
		return "", err
	}
	real, err := w.follow(f)
	if err != nil {
		return "", err
	}
	if secrets := DefaultSecrets(); secrets.Match(f.Rel) || secrets.Match(real.Rel) {
		return "", fmt.Errorf("%s leads to %s, which %w", f.Path, real.Rel, ErrSecret)
	}
	data, err := real.readSmall(limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, regular.ErrTooLarge) {
		return "", err
	}
	b, held, bufferErr := w.buffer(ctx, f, real)
	switch {
	case bufferErr != nil:
		return "", bufferErr
	case held:
		return truncate(b.Text, limit, f.Path)
	case err != nil && !errors.Is(err, regular.ErrTooLarge):
		return "", err
	}
	text, _, ok := decode(trimRune(data, err != nil))
	if !ok {
		return "", fmt.Errorf("%s %w", f.Path, ErrBinary)
	}
	return text, err
}

// readSmall reads the file from the disk and checks it again afterwards: a file that was replaced meanwhile is refused.
func (f File) readSmall(limit int) ([]byte, error) {
	before, err := f.root.Lstat(f.name())
	if err != nil {
		return nil, f.explain(err)
	}
	if before.Mode().IsRegular() && several(filepath.Join(f.root.real, f.name()), before) {
		return nil, fmt.Errorf("%s %w", f.Path, ErrNames)
	}
	data, err := regular.ReadIn(f.root.Root, f.name(), int64(limit))
	if after, again := f.root.Lstat(f.name()); again != nil || after.Mode()&fs.ModeSymlink != 0 {
		return nil, errors.Join(fmt.Errorf("%s became a link while it was read: %w", f.Path, ErrOutside), again)
	}
	return data, f.explain(err)
}

// trimRune removes the incomplete character at which a text was cut.
func trimRune(data []byte, cut bool) string {
	if !cut {
		return string(data)
	}
	for i := 1; i < utf8.UTFMax && i <= len(data); i++ {
		if at := len(data) - i; utf8.RuneStart(data[at]) {
			if !utf8.FullRune(data[at:]) {
				data = data[:at]
			}
			break
		}
	}
	return string(data)
}

// truncate cuts a text of the editor.
func truncate(text string, limit int, path string) (string, error) {
	if len(text) <= limit {
		return text, nil
	}
	return trimRune([]byte(text[:limit]), true), fmt.Errorf("%s %w", path, regular.ErrTooLarge)
}
