package trigram

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// save merges the runs into a segment of the name, whole or not at all. It need not be flushed to the disk: what a crash
// leaves is found to be damaged when it is read.
func (b *builder) save(ctx context.Context, path string) (err error) {
	if len(b.pairs) > 0 || b.from < len(b.files) {
		if err := b.flush(); err != nil {
			return err
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	w := &segmentWriter{file: tmp}
	err = errors.Join(b.merge(ctx, w), w.finish(b.files), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("writing the index: %w", err), os.Remove(tmp.Name()))
	}
	return nil
}

// merge writes the list of each key: those of the runs, one after the other.
func (b *builder) merge(ctx context.Context, w *segmentWriter) error {
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
	errs := []error{w.err}
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
	b    []byte // what of buf is not read yet
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

// take appends the files of the key and goes on to the next one.
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

// segmentWriter writes the lists in blocks, and at the end what says where they are.
type segmentWriter struct {
	file  *os.File
	out   []byte // not written yet
	at    int64  // where out begins
	err   error
	words []byte // of the block: the difference of each key, its count and the length of its list
	lists []byte // of the block
	keys  int    // in the block
	first uint32 // key of the block
	last  uint32 // key
	index []byte // of the blocks
	count int    // of the blocks
}

// Blocks end after so many keys or bytes, so that one is read at little cost.
const (
	blockKeys  = 64
	blockBytes = 16 << 10
)

func (w *segmentWriter) list(key uint32, ids []uint32) {
	if w.keys == 0 {
		w.first, w.last = key, key
	}
	before := len(w.lists)
	w.lists = appendList(w.lists, ids)
	w.words = binary.AppendUvarint(w.words, uint64(key-w.last))
	w.words = binary.AppendUvarint(w.words, uint64(len(ids)))
	w.words = binary.AppendUvarint(w.words, uint64(len(w.lists)-before))
	w.last = key
	if w.keys++; w.keys == blockKeys || len(w.lists) >= blockBytes {
		w.block()
	}
}

// block ends the block.
func (w *segmentWriter) block() {
	w.index = binary.LittleEndian.AppendUint32(w.index, w.first)
	w.index = binary.LittleEndian.AppendUint32(w.index, uint32(len(w.words)))
	w.index = binary.LittleEndian.AppendUint64(w.index, uint64(w.at)+uint64(len(w.out)))
	sum := crc32.Update(crc32.Checksum(w.words, castagnoli()), castagnoli(), w.lists)
	w.index = binary.LittleEndian.AppendUint32(w.index, sum)
	w.count++
	w.out = append(append(w.out, w.words...), w.lists...)
	w.words, w.lists, w.keys = w.words[:0], w.lists[:0], 0
	if len(w.out) >= 256<<10 {
		w.write()
	}
}

func (w *segmentWriter) write() {
	if w.err == nil {
		_, w.err = w.file.WriteAt(w.out, w.at)
	}
	w.at += int64(len(w.out))
	w.out = w.out[:0]
}

func (w *segmentWriter) finish(files []file) error {
	if w.keys > 0 {
		w.block()
	}
	w.write()
	f := footer{index: w.at, blocks: int64(w.count), files: int64(len(files))}
	w.out = append(w.out, w.index...)
	w.out = appendFiles(w.out, files)
	f.end = w.at + int64(len(w.out))
	w.out = f.encode(w.out)
	w.write()
	return w.err
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }
