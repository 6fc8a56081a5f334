// Package segment is the file format that the indexes of a folder share, with the folder in which their files lie and the lock on it.
//
// A segment is a file that never changes after it was written:
//
//	data     whatever its owner wrote; the owner knows where each part begins
//	tables   what is read when the file is opened
//	footer   the offsets at which the tables begin and end, and the owner's own numbers, 8 bytes each;
//	         the CRC-32C of the tables and of these numbers; the magic
//
// Numbers are little-endian. Nothing that a file holds is trusted: a file that is truncated, damaged or of another version is
// reported as [ErrCorrupt]. Indexes are caches, so their owner then builds them again.
//
// Start at [Open], [Create] and [Dir].
package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

var (
	// ErrCorrupt is under the error of reading a file that is damaged or of another version; the index has to be built again.
	ErrCorrupt = errors.New("the index is damaged")
	// ErrLocked is under the error of changing an index that another process is changing.
	ErrLocked = errors.New("another process builds this index")
)

// Format is a kind of segment. A change of what its owner writes needs another version in the magic.
type Format struct {
	Magic   string // the kind and its version
	Numbers int    // how many numbers the owner keeps in the footer
}

func (f Format) footerSize() int { return 8*(2+f.Numbers) + 4 + len(f.Magic) }

// appendFooter appends the footer to the tables.
func (f Format) appendFooter(tables []byte, begin int64, numbers []int64) []byte {
	end := begin + int64(len(tables))
	for _, n := range append([]int64{begin, end}, numbers...) {
		tables = binary.LittleEndian.AppendUint64(tables, uint64(n))
	}
	tables = binary.LittleEndian.AppendUint32(tables, Checksum(tables))
	return append(tables, f.Magic...)
}

// Checksum returns the CRC-32C of the parts, one after the other.
func Checksum(parts ...[]byte) (sum uint32) {
	table := crc32.MakeTable(crc32.Castagnoli)
	for _, p := range parts {
		sum = crc32.Update(sum, table, p)
	}
	return sum
}

// File is an open segment. It is safe for concurrent use.
type File struct {
	Size    int64   // in bytes
	Data    int64   // the length of the data, which ends where the tables begin
	Numbers []int64 // the owner's, from the footer; not checked

	r    io.ReaderAt
	file *os.File // nil if the segment is in memory
}

// Open opens the segment at path and returns it with its tables.
func Open(path string, f Format) (s *File, tables []byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the index: %w", err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrCorrupt
	}
	if err == nil {
		s, tables, err = Read(file, info.Size(), f)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	s.file = file
	return s, tables, nil
}

// Read returns the segment that lies in the first size bytes of r, and its tables. It need not be closed.
func Read(r io.ReaderAt, size int64, f Format) (s *File, tables []byte, err error) {
	s = &File{Size: size, r: r}
	end := size - int64(f.footerSize())
	foot, err := s.Piece(end, int64(f.footerSize()), size)
	if err != nil {
		return nil, nil, err
	}
	number := func(i int) int64 { return int64(binary.LittleEndian.Uint64(foot[8*i:])) }
	sumAt := 8 * (2 + f.Numbers)
	if s.Data = number(0); string(foot[sumAt+4:]) != f.Magic || number(1) != end {
		return nil, nil, ErrCorrupt
	}
	if tables, err = s.Piece(s.Data, end-s.Data, end); err != nil {
		return nil, nil, err
	}
	if Checksum(tables, foot[:sumAt]) != binary.LittleEndian.Uint32(foot[sumAt:]) {
		return nil, nil, ErrCorrupt
	}
	for i := range f.Numbers {
		s.Numbers = append(s.Numbers, number(2+i))
	}
	return s, tables, nil
}

// Piece reads the n bytes at an offset, which must end before limit.
func (s *File) Piece(at, n, limit int64) ([]byte, error) {
	if at < 0 || n < 0 || n > limit || at > limit-n || limit > s.Size {
		return nil, ErrCorrupt
	}
	p := make([]byte, n)
	if _, err := s.r.ReadAt(p, at); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrCorrupt
		}
		return nil, fmt.Errorf("reading the index: %w", err)
	}
	return p, nil
}

// Name returns the path of the file, "" if the segment is in memory.
func (s *File) Name() string {
	if s.file == nil {
		return ""
	}
	return s.file.Name()
}

// InMemory reports whether the segment has no file.
func (s *File) InMemory() bool { return s.file == nil }

// Is reports whether the file at path is the one that is open.
func (s *File) Is(path string) bool {
	there, err := os.Stat(path)
	if err != nil || s.file == nil {
		return false
	}
	own, err := s.file.Stat()
	return err == nil && os.SameFile(there, own)
}

// Close closes the file.
func (s *File) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// Delete closes the file and removes it from the disk.
func (s *File) Delete() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), IgnoreMissing(os.Remove(s.file.Name())))
}
