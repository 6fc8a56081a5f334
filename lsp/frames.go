package lsp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"
)

// Limits of messages. A message above maxMessage is skipped; a header that announces more than maxSkipped is invalid.
const (
	maxMessage = 64 << 20
	maxSkipped = 4 << 30
	maxHeader  = 8 << 10 // bytes of all lines of a message's header
	keptBuffer = 1 << 20 // bytes of the buffer that is reused
	peeked     = 8 << 10 // bytes at the beginning of a skipped message that are inspected
)

// tooLongError is the error of a skipped message. The stream continues after it.
type tooLongError struct {
	size int64
	head []byte // its first bytes
}

func (e *tooLongError) Error() string {
	return fmt.Sprintf("skipped a message of %d MiB; the limit is %d MiB", e.size>>20, maxMessage>>20)
}

// frameReader reads LSP's framing. It allocates memory as a message arrives, not as its header announces.
type frameReader struct {
	in  *bufio.Reader
	buf []byte
}

func newFrameReader(in io.Reader) *frameReader {
	return &frameReader{in: bufio.NewReaderSize(in, max(maxHeader, peeked))}
}

// next returns the body of the next message, valid until the next call, and the size of the message. The error of a malformed
// header is [jsonrpc2.ErrInvalidHeader]; nothing can be read after it.
func (f *frameReader) next() ([]byte, int64, error) {
	length, header, err := f.header()
	if err != nil {
		return nil, 0, err
	}
	if length > maxMessage {
		head, _ := f.in.Peek(peeked) // the copy below reports an error
		skipped := &tooLongError{length, bytes.Clone(head)}
		if _, err := io.CopyN(io.Discard, f.in, length); err != nil {
			return nil, 0, unexpected(err)
		}
		return nil, 0, skipped
	}
	body, err := f.body(int(length))
	return body, header + length, err
}

// body reads into the buffer, which grows as the message arrives and is released after a large one.
func (f *frameReader) body(length int) ([]byte, error) {
	if cap(f.buf) > keptBuffer {
		f.buf = nil
	}
	f.buf = f.buf[:0]
	for len(f.buf) < length {
		if len(f.buf) == cap(f.buf) || cap(f.buf) == 0 {
			size := min(length, keptBuffer)
			if len(f.buf) > 0 { // the message really arrives
				size = length
			}
			larger := make([]byte, len(f.buf), size)
			copy(larger, f.buf)
			f.buf = larger
		}
		n, err := io.ReadFull(f.in, f.buf[len(f.buf):min(length, cap(f.buf))])
		f.buf = f.buf[:len(f.buf)+n]
		if err != nil {
			return nil, unexpected(err)
		}
	}
	return f.buf, nil
}

// header reads the header up to the empty line.
func (f *frameReader) header() (length, size int64, err error) {
	length = -1
	for {
		line, err := f.in.ReadSlice('\n')
		size += int64(len(line))
		switch {
		case err == io.EOF && size == 0:
			return 0, 0, io.EOF
		case err == bufio.ErrBufferFull || size > maxHeader:
			return 0, 0, jsonrpc2.ErrInvalidHeader
		case err != nil:
			return 0, 0, unexpected(err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, 0, jsonrpc2.ErrInvalidHeader
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
		if err != nil || n == 0 || n > maxSkipped || length >= 0 && length != int64(n) {
			return 0, 0, jsonrpc2.ErrInvalidHeader
		}
		length = int64(n)
	}
	if length < 0 {
		return 0, 0, jsonrpc2.ErrInvalidHeader
	}
	return length, size, nil
}

// unexpected returns the error of a stream that ends within a message.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
