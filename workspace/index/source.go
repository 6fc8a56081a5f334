package index

import (
	"bytes"
	"os"
	"path/filepath"
	"time"

	"ptk-lsp/workspace/index/chunk"
	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/regular"
)

const (
	maxFile = 1 << 20 // bytes; larger files are data more likely than text and are not indexed
	sniffed = 8000    // bytes in which a NUL marks a binary file
	// grain is the coarsest resolution of file times: a file that changed so recently is read again.
	grain = 2 * time.Second
)

// source is the folder whose files are indexed.
type source string

func (s source) path(rel string) string { return filepath.Join(string(s), filepath.FromSlash(rel)) }

// read adds a file to the builder. A file that can't be read or is no text is added without text, so that it is not tried again.
func (s source) read(b *postings.Builder, rel string) {
	info, err := os.Lstat(s.path(rel))
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f := postings.File{Rel: rel, Size: info.Size(), Modified: info.ModTime().UnixNano()}
	if time.Since(info.ModTime()) < grain {
		f.Modified = 0
	}
	var text []byte
	if f.Size <= maxFile {
		text, err = regular.Read(s.path(rel), maxFile)
	}
	if err != nil || bytes.IndexByte(text[:min(len(text), sniffed)], 0) >= 0 {
		text = nil
	}
	b.Add(f, text)
}

// chunks reads the n chunks of a file again; nil if the file is no longer as it was indexed.
func (s source) chunks(f postings.File, n int) []chunk.Chunk {
	if n == 0 {
		return nil
	}
	info, err := os.Lstat(s.path(f.Rel))
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || f.Modified != 0 && f.Modified != info.ModTime().UnixNano() {
		return nil
	}
	text, err := regular.Read(s.path(f.Rel), maxFile)
	if err != nil {
		return nil
	}
	if cs := chunk.Split(f.Rel, text); len(cs) == n {
		return cs
	}
	return nil
}
