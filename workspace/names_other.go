//go:build !unix

package workspace

import "io/fs"

// names tells how many names a file has: one, where that is not told.
func names(fs.FileInfo) uint64 { return 1 }
