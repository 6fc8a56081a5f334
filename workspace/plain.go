package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// plainError says an error of the system without the name of the system call.
type plainError struct {
	text  string
	cause error
}

// Error returns the text.
func (e *plainError) Error() string { return e.text }

// Unwrap returns the error of the system.
func (e *plainError) Unwrap() error { return e.cause }

// plain returns an error of the system in words for the user, such as "a.go does not exist" for "statat a.go: no such file or
// directory". Any other error is returned as it is.
func plain(err error) error {
	switch e := err.(type) { //nolint:errorlint // a wrapped one has words of its own around it
	case *fs.PathError:
		return &plainError{reason(e.Path, e.Err), err}
	case *os.LinkError:
		return &plainError{reason(e.Old, e.Err), err}
	}
	return err
}

func reason(path string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path + " does not exist"
	case errors.Is(err, fs.ErrPermission):
		return path + " can't be accessed: permission denied"
	}
	return fmt.Sprintf("%s: %v", path, err)
}
