//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// several reports whether a file has more than one name.
func several(_ string, info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Nlink > 1
}
