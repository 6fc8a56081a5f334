//go:build unix

package gitrepo

import (
	"io/fs"
	"syscall"
)

// several reports whether a file has several names.
func several(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Nlink > 1
}
