package gitrepo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
)

var errIndex = errors.New("git's index has an unknown format")

// Tracked returns the paths of the files that the repository tracks, slash-separated from its root.
func (r *Repo) Tracked() ([]string, error) {
	data, err := readFile(filepath.Join(r.GitDir, "index"), maxIndex)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseIndex(data)
}

// parseIndex reads the paths of an index of version 2, 3 or 4 with SHA-1 names.
func parseIndex(data []byte) ([]string, error) {
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return nil, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 || count > len(data)/62 {
		return nil, errIndex
	}
	rest := data[12:]
	paths := make([]string, 0, count)
	last := ""
	for range count {
		path, size, ok := parseEntry(rest, version, last)
		if !ok {
			return nil, errIndex
		}
		paths = append(paths, path)
		rest, last = rest[size:], path
	}
	return paths, extensions(rest)
}

// parseEntry parses one entry, and returns its length in bytes.
func parseEntry(data []byte, version uint32, last string) (path string, size int, ok bool) {
	const fixed = 62
	if len(data) < fixed+2 {
		return "", 0, false
	}
	at := fixed
	if data[60]&0x40 != 0 { // has more flags
		at += 2
	}
	if version == 4 {
		strip, n := offset(data[at:])
		if n == 0 || strip > len(last) {
			return "", 0, false
		}
		at += n
		last = last[:len(last)-strip]
	} else {
		last = ""
	}
	end := bytes.IndexByte(data[at:], 0)
	if end < 0 {
		return "", 0, false
	}
	path = last + string(data[at:at+end])
	size = at + end + 1
	if version != 4 {
		size = (at + end + 8) &^ 7
	}
	return path, size, size <= len(data)
}

// offset reads a number as git writes offsets: seven bits a byte, the highest first.
func offset(data []byte) (value, size int) {
	for i, b := range data[:min(5, len(data))] {
		if i > 0 {
			value++
		}
		value = value<<7 | int(b&0x7f)
		if b&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

// extensions returns an error if there are extensions that store entries elsewhere.
func extensions(data []byte) error {
	for len(data) > 20 { // the rest is the checksum
		if len(data) < 8 {
			return errIndex
		}
		name, size := string(data[:4]), int(binary.BigEndian.Uint32(data[4:]))
		if name == "link" || size > len(data)-8 {
			return errIndex
		}
		data = data[8+size:]
	}
	return nil
}
