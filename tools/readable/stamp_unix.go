//go:build unix

package readable

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// inode identifies a file independently of its names.
type inode struct{ dev, ino uint64 }

// stamp changes if a folder is replaced or the names in it change.
type stamp struct {
	id   inode
	time time.Time
	mode fs.FileMode
}

func (s stamp) changed() time.Time { return s.time }

func stampOf(dir string) (stamp, error) {
	info, err := os.Lstat(dir)
	if err != nil {
		return stamp{}, err
	}
	id, _ := inodeOf(info)
	return stamp{id, info.ModTime().Round(0), info.Mode()}, nil
}

// inodeOf returns the inode of a file, and how many names it has.
func inodeOf(info fs.FileInfo) (id inode, names int) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return inode{}, 1
	}
	return inode{uint64(st.Dev), st.Ino}, int(st.Nlink) //nolint:unconvert // their types differ between systems
}
