//go:build !unix

package readable

import (
	"io/fs"
	"os"
	"time"
)

// inode identifies a file independently of its names; here it is unknown.
type inode struct{}

// stamp changes if the names in a folder change.
type stamp struct {
	time time.Time
	mode fs.FileMode
}

func (s stamp) changed() time.Time { return s.time }

func stampOf(dir string) (stamp, error) {
	info, err := os.Lstat(dir)
	if err != nil {
		return stamp{}, err
	}
	return stamp{info.ModTime().Round(0), info.Mode()}, nil
}

func inodeOf(fs.FileInfo) (id inode, names int) { return inode{}, 1 }
