package workspace

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// read reads the file from the disk.
func (f File) read() (*Text, error) {
	file, info, err := f.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t := &Text{File: f, Size: info.Size()}
	if info.Size() > MaxText {
		return t, f.sniff(file, t)
	}
	data, err := io.ReadAll(io.LimitReader(file, MaxText+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	}
	text, form, ok := decode(string(data))
	if !ok {
		t.Binary, t.Hash = true, Hash(string(data))
		return t, nil
	}
	t.Form = form
	t.setText(text)
	return t, nil
}

// sniff reads the beginning of a file that is too large to be read whole.
func (f File) sniff(file io.Reader, t *Text) error {
	head := make([]byte, sniffLen)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("reading %s: %w", f.Path, err)
	}
	t.Large, t.Encoding, t.LineEnding = true, UTF8, lineEnding(string(head[:n]))
	t.Binary = strings.IndexByte(string(head[:n]), 0) >= 0
	return nil
}

// open opens a regular file for reading; it never waits for the other end of a pipe.
func (f File) open() (*os.File, fs.FileInfo, error) {
	info, err := f.root.Stat(f.name())
	if err == nil {
		err = f.regular(info)
	}
	if err != nil {
		return nil, nil, f.explain(err)
	}
	file, err := f.root.OpenFile(f.name(), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, nil, f.explain(err)
	}
	info, err = file.Stat()
	if err == nil {
		err = f.regular(info)
	}
	if err != nil {
		return nil, nil, errors.Join(f.explain(err), file.Close())
	}
	return file, info, nil
}

// regular returns an error if the file is not a regular one.
func (f File) regular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s %w", f.Path, ErrDirectory)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is a device, a pipe or a socket: %w", f.Path, ErrOutside)
	}
	return nil
}

// explain wraps the error by which os.Root refuses a path in [ErrOutside], and says others in words for the user.
func (f File) explain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) && strings.Contains(pe.Err.Error(), "escapes") {
		return fmt.Errorf("%s leads %w", f.Path, ErrOutside)
	}
	return plain(err)
}

// Lines reads lines of a file on the disk that is [Text.Large]: limit of them from offset on, counted from 1, without their
// endings, each cut at 64 KiB. It also counts all lines of the file.
func (d *folders) Lines(ctx context.Context, path string, offset, limit int) (lines []string, total int, err error) {
	f, err := d.Resolve(path)
	if err == nil {
		f, err = d.follow(f)
	}
	if err != nil {
		return nil, 0, err
	}
	file, _, err := f.open()
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, maxLine)
	for ctx.Err() == nil {
		line, err := readLine(r)
		if err == io.EOF {
			return lines, total, nil
		}
		if err != nil {
			return nil, 0, fmt.Errorf("reading %s: %w", f.Path, err)
		}
		total++
		if total >= offset && len(lines) < limit {
			lines = append(lines, strings.ToValidUTF8(line, "\ufffd"))
		}
	}
	return nil, 0, ctx.Err()
}

const maxLine = 64 << 10

// readLine returns the next line, or the beginning of a very long one.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
	for err == bufio.ErrBufferFull {
		_, err = r.ReadSlice('\n')
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	return text, err
}

// Stat returns the state of the file on the disk, after following links inside the workspace.
func (d *folders) Stat(path string) (fs.FileInfo, error) {
	f, err := d.Resolve(path)
	if err == nil {
		f, err = d.follow(f)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.root.Stat(f.name())
	if err != nil {
		return nil, f.explain(err)
	}
	return info, nil
}

// OpenFolder opens a folder of the workspace, its links followed inside it.
func (d *folders) OpenFolder(path string) (*os.File, error) {
	f, err := d.Resolve(path)
	if err == nil {
		f, err = d.follow(f)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.root.Stat(f.name())
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder: %w", f.Path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, f.explain(err)
	}
	file, err := f.root.Open(f.name())
	return file, f.explain(err)
}

// Lstat returns the state of the file or link at a path, without following that link.
func (d *folders) Lstat(path string) (fs.FileInfo, error) {
	f, err := d.place(path)
	if err != nil {
		return nil, err
	}
	info, err := f.root.Lstat(f.name())
	return info, f.explain(err)
}
