package workspace

import (
	"fmt"
	"io"
	"io/fs"
)

// Raw is a file on the disk with its bytes and mode, to be restored later.
type Raw struct {
	Data []byte
	Mode fs.FileMode
	Link string // its target if it is a symbolic link; Data is then empty
}

// maxRaw is the size limit in bytes of a file that is stored.
const maxRaw = 64 << 20

// Raw reads the bytes of a file on the disk, or a link itself.
func (d *folders) Raw(path string) (*Raw, error) {
	f, err := d.place(path)
	if err != nil {
		return nil, err
	}
	info, err := f.root.Lstat(f.name())
	if err != nil {
		return nil, f.explain(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := f.root.Readlink(f.name())
		return &Raw{Mode: info.Mode(), Link: target}, err
	}
	file, info, err := f.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() > maxRaw {
		return nil, fmt.Errorf("%s %w", f.Path, ErrTooLarge)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	}
	return &Raw{Data: data, Mode: info.Mode().Perm()}, nil
}
