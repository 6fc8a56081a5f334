//go:build !linux && !darwin

package search

import "io/fs"

func stampOf(info fs.FileInfo) Stamp {
	return Stamp{Size: info.Size(), Modified: info.ModTime().UnixNano()}
}

func deviceOf(fs.FileInfo) uint64 { return 0 }

// dependable returns false: not all file systems of these systems stamp a folder if something in it is created or removed.
func dependable(string) bool { return false }
