//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// names tells how many names (hard links) a file has.
func names(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
