package workspace

import (
	"errors"
	"fmt"
	"io/fs"
)

// ErrOutside is under every error about a path that leads out of the workspace, or to something that is not a file of it: by ..,
// an absolute path, a symbolic link or a device.
var ErrOutside = errors.New("outside the workspace")

// ErrVirtual is under the error of an operation that needs a file on the disk, on a document that only an editor has. It wraps
// [ErrOutside].
var ErrVirtual = fmt.Errorf("is a document of the editor, not a file of the workspace: %w", ErrOutside)

// ErrStale is under the error of a change that was made against another text than the current one.
var ErrStale = errors.New("has changed since it was read")

// ErrTooLarge is under the error of a file that is too large to be edited, or to be stored for undo.
var ErrTooLarge = errors.New("is too large")

// ErrDirectory is under the error of reading a folder as a file.
var ErrDirectory = errors.New("is a folder")

// ErrBinary is under the error of editing a file that is not text.
var ErrBinary = errors.New("is a binary file")

// ErrUnsaved is under the error of removing or moving a file that has unsaved changes in the editor.
var ErrUnsaved = errors.New("has unsaved changes in the editor")

// ErrSecret is under the error of reading a file that may hold secrets.
var ErrSecret = errors.New("may hold secrets")

// ErrNames is under the error of reading a file that has several names, one of which may be that of a secret.
var ErrNames = errors.New("has several names (hard links)")

// ErrUnsupported is returned by an [Editor] for what it can't do; the workspace then does it on the disk, or reports the error.
var ErrUnsupported = errors.New("the editor does not support this")

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
