package segment

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Writer writes a segment from its beginning to its end. The first error is kept and ends the writing.
type Writer struct {
	w   *bufio.Writer
	at  int64
	err error
}

// NewWriter returns a writer to w, which [Writer.Close] flushes.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 256<<10)} }

// Append writes the next bytes.
func (w *Writer) Append(p []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(p)
	}
	w.at += int64(len(p))
}

// At returns the offset of what is written next.
func (w *Writer) At() int64 { return w.at }

// Finish writes the tables and the footer. It uses the memory behind the tables.
func (w *Writer) Finish(f Format, tables []byte, numbers ...int64) {
	w.Append(f.appendFooter(tables, w.at, numbers))
}

// Close flushes what was written and returns the first error.
func (w *Writer) Close() error { return errors.Join(w.err, w.w.Flush()) }

// Durability is what a crash of the system may do to a file that was just created.
type Durability bool

const (
	// Durable files are flushed to the disk, for formats without checksums over all that they hold.
	Durable Durability = true
	// Volatile files may be damaged by a crash, which is noticed when they are read.
	Volatile Durability = false
)

// Create creates the file at path with what write writes, whole or not at all.
func Create(path string, d Durability, write func(*Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), temporary+"*")
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	w := NewWriter(tmp)
	if err = errors.Join(write(w), w.Close()); err == nil && d == Durable {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("writing the index: %w", err), os.Remove(tmp.Name()))
	}
	if d == Durable {
		return syncDir(filepath.Dir(path))
	}
	return nil
}
