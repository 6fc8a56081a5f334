package workspace

import (
	"io/fs"
	"os"
	"syscall"
)

// several reports whether a file has more than one name. A file that can't be opened can't be read by another name either.
func several(path string, _ fs.FileInfo) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info); err != nil {
		return false
	}
	return info.NumberOfLinks > 1
}
