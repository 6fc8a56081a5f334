package search

import "errors"

// Reader reads files as a search does. It serves one goroutine.
type Reader struct{ files *files }

// NewReader returns a reader of the files below a folder. It must be closed.
func NewReader(root string) *Reader { return &Reader{newFiles(root)} }

// Close lets go of the folder.
func (r *Reader) Close() { r.files.close() }

// Stamp returns the state of a file, given by its slash-separated path from the folder; ok is false if there is none.
func (r *Reader) Stamp(rel string) (is Stamp, ok bool) { return r.files.stamp(rel) }

// Alone reports whether the file that was stamped last has only one name, so that it can't be written by another one.
func (r *Reader) Alone() bool { return r.files.names == 1 }

// Read returns the text of a regular file as UTF-8, valid until the next read, and the state that the file had before. The text is
// nil if searches skip the file because it is binary or too large.
func (r *Reader) Read(rel string) (text []byte, is Stamp, err error) {
	data, is, err := r.files.read(rel)
	if errors.Is(err, errLarge) {
		return nil, is, nil
	}
	if err != nil {
		return nil, is, err
	}
	if text, ok := asText(data); ok {
		return text, is, nil
	}
	return nil, is, nil
}
