package process

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// excerpt keeps the beginning and the end of an output.
type excerpt struct {
	half int // bytes of each
	head []byte
	tail []byte
	lost int // bytes between head and tail
}

// fits reports whether n more bytes fit without losing any.
func (e *excerpt) fits(n int) bool { return len(e.head)+len(e.tail)+n <= 2*e.half }

// kept returns all bytes; they are the whole output as long as none were lost.
func (e *excerpt) kept() []byte { return append(append([]byte{}, e.head...), e.tail...) }

func (e *excerpt) add(data []byte) {
	n := min(e.half-len(e.head), len(data))
	e.head = append(e.head, data[:n]...)
	e.tail = append(e.tail, data[n:]...)
	if over := len(e.tail) - e.half; over > 0 {
		e.lost += over
		e.tail = append(e.tail[:0], e.tail[over:]...)
	}
}

// from returns the output from an offset on. file is the name of the file that holds all of it, if there is one.
func (e *excerpt) from(offset int, file string) Output {
	tailAt := len(e.head) + e.lost
	head, tail := e.head[min(offset, len(e.head)):], e.tail[min(max(offset-tailAt, 0), len(e.tail)):]
	gap := tailAt - max(offset, len(e.head))
	if gap <= 0 {
		return Output{Text: strings.ToValidUTF8(string(head)+string(tail), "\ufffd")}
	}
	note := fmt.Sprintf("\n… %d bytes left out", gap)
	if file != "" {
		note += "; all of the output is in " + file
	}
	return Output{Text: strings.ToValidUTF8(string(head)+note+" …\n"+string(tail), "\ufffd"), Truncated: true, File: file}
}

// characters cuts chunks of output at the ends of characters.
type characters struct{ rest []byte }

// add returns the bytes so far without a character that is cut off at their end, as valid UTF-8.
func (c *characters) add(data []byte) string {
	c.rest = append(c.rest, data...)
	end := whole(c.rest)
	chunk := strings.ToValidUTF8(string(c.rest[:end]), "\ufffd")
	c.rest = append(c.rest[:0], c.rest[end:]...)
	return chunk
}

// whole returns the length of the bytes without a character that is cut off at their end.
func whole(b []byte) int {
	for i := 1; i <= min(utf8.UTFMax-1, len(b)); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return len(b) - i
			}
			break
		}
	}
	return len(b)
}
