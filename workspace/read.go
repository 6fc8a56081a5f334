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

// MaxText is the size in bytes above which a file is read by range only.
const MaxText = 10 << 20

// ErrDirectory is under the error of reading a folder as a file.
var ErrDirectory = errors.New("is a folder")

// ErrBinary is under the error of editing a file that is no text.
var ErrBinary = errors.New("is a binary file")

// Read gives what the file holds: the editor's buffer first, else the disk; of a document that is no file, see [IsVirtual],
// the editor's alone. The error wraps [ErrOutside],
// [ErrDirectory], or fs.ErrNotExist and the like.
func (w *Workspace) Read(ctx context.Context, path string) (*Text, error) {
	if IsVirtual(path) {
		return w.readVirtual(ctx, path)
	}
	f, err := w.Resolve(path)
	if err != nil {
		return nil, err
	}
	real, err := w.follow(f)
	if err != nil {
		return nil, err
	}
	b, held, err := w.buffer(ctx, f, real)
	if err != nil {
		return nil, err
	}
	t, err := real.read()
	if err != nil && !(held && errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	if t == nil {
		t = &Text{Form: Form{Encoding: UTF8}}
	}
	t.File = f
	if held {
		t.Binary, t.Large, t.Buffer, t.Dirty, t.Version = false, false, true, b.Dirty, b.Version
		t.setText(b.Text)
	}
	return t, nil
}

// buffer asks the editor for the file under both of its names.
func (w *Workspace) buffer(ctx context.Context, f, real File) (Buffer, bool, error) {
	b, ok, err := w.ed.Buffer(ctx, f.Path)
	if err == nil && !ok && real.Path != f.Path {
		b, ok, err = w.ed.Buffer(ctx, real.Path)
	}
	if errors.Is(err, ErrUnsupported) {
		return Buffer{}, false, nil
	}
	if err != nil {
		return Buffer{}, false, fmt.Errorf("asking the editor for %s: %w", f.Path, err)
	}
	return b, ok, nil
}

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

// sniff looks at the beginning of a file that is too large to be read whole.
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

// regular refuses what is no plain file.
func (f File) regular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s %w", f.Path, ErrDirectory)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is a device, a pipe or a socket: %w", f.Path, ErrOutside)
	}
	return nil
}

// explain puts [ErrOutside] under the error by which os.Root refuses a path.
func (f File) explain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) && strings.Contains(pe.Err.Error(), "escapes") {
		return fmt.Errorf("%s leads %w", f.Path, ErrOutside)
	}
	return err
}

// Lines reads lines of a file on the disk that is [Text.Large]: limit of them from offset on, counted from 1,
// without their endings, each cut at 64 KiB. It also counts all lines of the file.
func (w *Workspace) Lines(ctx context.Context, path string, offset, limit int) (lines []string, total int, err error) {
	f, err := w.Resolve(path)
	if err == nil {
		f, err = w.follow(f)
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

// readLine gives the next line, of a very long one the beginning.
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

// Dirty gives the texts of the files that the editor holds with unsaved changes, by absolute path, and of the documents that
// only it has, by URI; see [IsVirtual].
func (w *Workspace) Dirty(ctx context.Context) (map[string]string, error) {
	paths, err := w.ed.Dirty(ctx)
	if err != nil && !errors.Is(err, ErrUnsupported) {
		return nil, fmt.Errorf("asking the editor for unsaved files: %w", err)
	}
	texts := map[string]string{}
	for _, p := range paths {
		b, ok, err := w.ed.Buffer(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("asking the editor for %s: %w", p, err)
		}
		if ok {
			texts[p] = b.Text
		}
	}
	return texts, nil
}

// Stat tells of the file on the disk, its links followed inside the workspace.
func (w *Workspace) Stat(path string) (fs.FileInfo, error) {
	f, err := w.Resolve(path)
	if err == nil {
		f, err = w.follow(f)
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
