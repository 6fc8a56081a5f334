// Package sse reads streams of server-sent events, which most model servers send, and of lines, which Ollama sends.
// It knows nothing of JSON, HTTP or models, and does not allocate per line or event.
// Start at [Reader.Next]; its error distinguishes a stream that ended between two events from one that ended within one.
package sse

import (
	"bytes"
	"errors"
	"io"
)

// ErrTooLong is the error of an event larger than the reader's limit.
var ErrTooLong = errors.New("event is longer than the limit")

const firstBuffer = 16 << 10

// Event is one event of a stream. Its slices are valid until the next call of [Reader.Next].
type Event struct {
	Name []byte // the "event" field; may be empty
	Data []byte // the "data" fields, joined by line feeds
}

// Reader reads the events of one stream. It is not safe for concurrent use.
type Reader struct {
	src   io.Reader
	limit int
	lines bool // every line that is not empty is an event
	buf   []byte

	// Offsets into buf: of the current event, its next line, the part of that line not searched for its end yet, and the end of
	// what was read.
	start, line, scan, end int

	name    []byte
	hasData bool
	// The data so far, as offsets from start: the buffer may move while the event grows.
	dataFrom, dataTo int

	skipLF bool // the last line ended in CR, which LF may follow
	begun  bool // the first line, which may begin with a byte order mark, was read

	err error // came with bytes; to be returned after them
}

// NewReader returns a reader of the events in src. An event of more than limit bytes, including its field names, is [ErrTooLong].
func NewReader(src io.Reader, limit int) *Reader {
	return &Reader{src: src, limit: limit, buf: make([]byte, min(firstBuffer, limit))}
}

// NewLines returns a reader for which every non-empty line is the data of an event without a name.
func NewLines(src io.Reader, limit int) *Reader {
	r := NewReader(src, limit)
	r.lines = true
	return r
}

// Next returns the next event that has data. At the end of the stream the error is io.EOF; if the stream ends within an event it is
// io.ErrUnexpectedEOF, and the event holds what came of it, its last line perhaps incomplete. Any other error is that of the
// underlying reader, or [ErrTooLong].
func (r *Reader) Next() (Event, error) {
	r.begin()
	for {
		from, to, err := r.readLine()
		if err != nil {
			return r.broken(err)
		}
		if from < to {
			r.field(from, to)
		}
		if from < to && !r.lines {
			continue
		}
		if r.hasData {
			return r.event(), nil
		}
		r.begin()
	}
}

// Buffered reports whether the next event is completely buffered, so that Next won't wait.
func (r *Reader) Buffered() bool {
	rest := r.buf[r.line:r.end]
	if r.lines {
		return bytes.IndexByte(rest, '\n') >= 0
	}
	return bytes.Contains(rest, []byte("\n\n")) || bytes.Contains(rest, []byte("\n\r\n"))
}

// begin resets the current event.
func (r *Reader) begin() {
	r.start = r.line
	r.name = r.name[:0]
	r.hasData = false
	r.dataFrom, r.dataTo = 0, 0
}

func (r *Reader) event() Event {
	return Event{Name: r.name, Data: r.buf[r.start+r.dataFrom : r.start+r.dataTo]}
}

// broken returns what there is of an event after a read error.
func (r *Reader) broken(err error) (Event, error) {
	if from := r.withoutMark(r.line, r.end); err == io.EOF && from < r.end {
		r.field(from, r.end)
		r.line, r.scan = r.end, r.end
		err = io.ErrUnexpectedEOF
	}
	if !r.hasData {
		return Event{}, err
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	ev := r.event()
	r.begin()
	return ev, err
}

// field adds the line buf[from:to] to the event.
func (r *Reader) field(from, to int) {
	line := r.buf[from:to]
	switch {
	case r.lines:
		r.addData(from, to)
	case bytes.HasPrefix(line, []byte("data")):
		if v, ok := valueAt(line, len("data")); ok {
			r.addData(from+v, to)
		}
	case bytes.HasPrefix(line, []byte("event")):
		if v, ok := valueAt(line, len("event")); ok {
			r.name = append(r.name[:0], line[v:]...)
		}
	}
	if !r.hasData { // nothing before is needed
		r.start = r.line
	}
}

// valueAt returns the offset in line of the value of a field whose name is n bytes long.
func valueAt(line []byte, n int) (int, bool) {
	if len(line) == n {
		return n, true
	}
	if line[n] != ':' {
		return 0, false
	}
	if len(line) > n+1 && line[n+1] == ' ' {
		return n + 2, true
	}
	return n + 1, true
}

// addData appends buf[from:to] to the event's data; further lines move up to the first, within the buffer.
func (r *Reader) addData(from, to int) {
	if !r.hasData {
		r.hasData = true
		r.dataFrom, r.dataTo = from-r.start, to-r.start
		return
	}
	at := r.start + r.dataTo
	r.buf[at] = '\n'
	r.dataTo += 1 + copy(r.buf[at+1:], r.buf[from:to])
}

// readLine returns the next line as offsets into buf, without its end.
func (r *Reader) readLine() (from, to int, err error) {
	for {
		if r.skipLF && r.scan < r.end {
			r.skipLF = false
			if r.buf[r.scan] == '\n' {
				r.line++
				r.scan++
				if !r.hasData {
					r.start = r.line
				}
			}
		}
		if n, width := lineEnd(r.buf[r.scan:r.end]); width > 0 {
			from, to = r.line, r.scan+n
			r.skipLF = r.buf[to] == '\r' && width == 1
			r.line = to + width
			r.scan = r.line
			return r.withoutMark(from, to), to, nil
		}
		r.scan = r.end
		if err := r.fill(); err != nil {
			return 0, 0, err
		}
	}
}

// withoutMark returns from, or the offset after the byte order mark at the beginning of the stream.
func (r *Reader) withoutMark(from, to int) int {
	if !r.begun && bytes.HasPrefix(r.buf[from:to], []byte("\xef\xbb\xbf")) {
		from += 3
	}
	r.begun = true
	return from
}

// lineEnd returns the length of the first line of b and the width of its end, which is 0 if b has none. It searches no further than
// twice the line's length.
func lineEnd(b []byte) (n, width int) {
	for from, size := 0, 512; from < len(b); from, size = from+size, 2*size {
		part := b[from:min(from+size, len(b))]
		lf := bytes.IndexByte(part, '\n')
		if lf >= 0 {
			part = part[:lf]
		}
		cr := bytes.IndexByte(part, '\r')
		switch {
		case cr < 0 && lf < 0:
			continue
		case cr < 0:
			return from + lf, 1
		case from+cr+1 < len(b) && b[from+cr+1] == '\n':
			return from + cr, 2
		}
		return from + cr, 1
	}
	return 0, 0
}

// fill reads more into the buffer, which it compacts or enlarges if full.
func (r *Reader) fill() error {
	if r.start > 0 && (r.start == r.end || r.end == len(r.buf)) {
		copy(r.buf, r.buf[r.start:r.end])
		r.line -= r.start
		r.scan -= r.start
		r.end -= r.start
		r.start = 0
	}
	if r.end == len(r.buf) {
		if len(r.buf) >= r.limit {
			return ErrTooLong
		}
		r.buf = append(r.buf, make([]byte, min(len(r.buf), r.limit-len(r.buf)))...)
	}
	for range 100 {
		if r.err != nil {
			return r.err
		}
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 {
			return nil
		}
	}
	return io.ErrNoProgress
}
