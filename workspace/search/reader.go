package search

import "errors"

// Reader reads files as a search sees them. It serves one goroutine.
type Reader struct{ files *files }

// NewReader makes a reader of the files below a folder. It must be closed.
func NewReader(root string) *Reader { return &Reader{newFiles(root)} }

// Close lets go of the folder.
func (r *Reader) Close() { r.files.close() }

// Stamp tells the state of a file, given by its slash-separated path from the folder; ok is false where there is none.
func (r *Reader) Stamp(rel string) (is Stamp, ok bool) { return r.files.stamp(rel) }

// Alone tells whether the file that was stamped last has one name only, so that whoever writes it does so by that.
func (r *Reader) Alone() bool { return r.files.names == 1 }

// Read gives the text of a regular file as UTF-8, until the next one is read, and the state that the file had before.
// There is no text of a file that a search does not look into: one that is binary or too large.
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
