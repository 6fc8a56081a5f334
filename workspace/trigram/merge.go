package trigram

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"ptk-lsp/workspace/segment"
)

// save merges the runs into a segment at path, whole or not at all. It need not be flushed to the disk: damage after a crash
// is noticed when the segment is read.
func (b *builder) save(ctx context.Context, path string) error {
	if len(b.pairs) > 0 || b.from < len(b.files) {
		if err := b.flush(); err != nil {
			return err
		}
	}
	return segment.Create(path, segment.Volatile, func(out *segment.Writer) error {
		w := &blockWriter{Writer: out}
		if err := b.merge(ctx, w); err != nil {
			return err
		}
		w.finish(b.files)
		return nil
	})
}

// merge writes the list of each key: those of the runs, one after the other.
func (b *builder) merge(ctx context.Context, w *blockWriter) error {
	var runs []*runReader
	for _, r := range b.runs {
		runs = append(runs, newRunReader(b.temp, r))
	}
	var ids []uint32
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		key := uint32(endKey)
		for _, r := range runs {
			key = min(key, r.key)
		}
		if key == endKey {
			break
		}
		ids = ids[:0]
		for _, r := range runs {
			if r.key == key {
				ids = r.take(ids)
			}
		}
		w.list(key, ids)
	}
	var errs []error
	for _, r := range runs {
		errs = append(errs, r.err)
	}
	return errors.Join(errs...)
}

// endKey is after all keys.
const endKey = 1 << keyBits

// runReader reads a run key by key.
type runReader struct {
	run
	file io.ReaderAt
	buf  []byte
	b    []byte // the part of buf that is not read yet
	key  uint32 // the next one, endKey at the end
	err  error
}

func newRunReader(file io.ReaderAt, r run) *runReader {
	rr := &runReader{run: r, file: file, buf: make([]byte, 32<<10)}
	rr.next(0)
	return rr
}

// next reads the key after last.
func (r *runReader) next(last uint32) {
	if r.at == r.end && len(r.b) == 0 {
		r.key = endKey
		return
	}
	r.key = last + r.uvarint()
	if r.err != nil {
		r.key = endKey
	}
}

// take appends the files of the key and moves on to the next one.
func (r *runReader) take(ids []uint32) []uint32 {
	next := uint32(r.first)
	for range r.uvarint() {
		id := next + r.uvarint()
		ids = append(ids, id)
		next = id + 1
	}
	r.next(r.key)
	return ids
}

func (r *runReader) uvarint() uint32 {
	if len(r.b) < binary.MaxVarintLen32 && r.at < r.end {
		r.fill()
	}
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v := r.b[0]
		r.b = r.b[1:]
		return uint32(v)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.err = errors.Join(r.err, io.ErrUnexpectedEOF)
		r.at, r.b = r.end, nil
		return 0
	}
	r.b = r.b[n:]
	return uint32(v)
}

func (r *runReader) fill() {
	n := copy(r.buf, r.b)
	more := int(min(int64(len(r.buf)-n), r.end-r.at))
	if _, err := r.file.ReadAt(r.buf[n:n+more], r.at); err != nil {
		r.err = errors.Join(r.err, err)
	}
	r.at += int64(more)
	r.b = r.buf[:n+more]
}
