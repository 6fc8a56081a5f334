package workspace

import (
	"fmt"
	"io"
	"io/fs"
)

// Raw is a file on the disk as it is, to be put back as it was.
type Raw struct {
	Data []byte
	Mode fs.FileMode
	Link string // what it leads to, where it is a symbolic link; Data is then empty
}

// maxRaw is the size in bytes up to which a file is kept.
const maxRaw = 64 << 20

// Raw reads a file as it is on the disk; of a link it gives the link.
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
