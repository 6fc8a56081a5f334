package process

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"unicode/utf8"
)

// Output is what a program wrote, standard output and errors together.
type Output struct {
	Text      string // valid UTF-8
	Truncated bool   // a note stands where its middle was
	File      string // holds all of it, where it was truncated
}

// output collects what a program writes: its beginning, its end, and all of it in a file once that is more than both.
type output struct {
	half  int
	spill string
	live  func(string)
	most  int64  // bytes that are taken; 0 is no limit
	stop  func() // is called once more than that came

	mu   sync.Mutex // guards what follows
	head []byte
	tail []byte
	lost int // bytes between head and tail
	file *os.File
	name string
	err  error
	rest []byte // the beginning of a character whose end has not come yet
	seen int    // bytes that news has given, of all
	size int    // bytes written, of all
	over bool   // more came than is taken
}

const defaultLimit = 30_000

func newOutput(s Spec, stop func()) *output {
	o := &output{half: s.Limit / 2, spill: s.Spill, live: s.Output, most: s.MaxOutput, stop: stop}
	if s.Limit <= 0 {
		o.half = defaultLimit / 2
	}
	if o.live == nil {
		o.live = func(string) {}
	}
	return o
}

// Write takes output; a file that can't be written does not stop the program.
func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	chunk, stop := "", false
	if taken := o.room(data); len(taken) == len(data) {
		chunk = o.take(taken)
	} else if !o.over {
		o.over, stop = true, true
		chunk = o.take(taken)
	}
	o.mu.Unlock()
	if stop {
		o.stop()
	}
	if chunk != "" {
		o.live(chunk)
	}
	return len(data), nil
}

// room gives what of the data is taken. What comes after the limit is dropped, so that the program does not wait for a reader
// while it is being ended.
func (o *output) room(data []byte) []byte {
	if o.most <= 0 {
		return data
	}
	return data[:min(int64(len(data)), max(0, o.most-int64(o.size)))]
}

// exceeded gives the limit where it was passed, else 0.
func (o *output) exceeded() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.over {
		return 0
	}
	return o.most
}

func (o *output) take(data []byte) (chunk string) {
	o.size += len(data)
	if o.file == nil && o.err == nil && len(o.head)+len(o.tail)+len(data) > 2*o.half {
		o.open()
	}
	if o.file != nil {
		if _, err := o.file.Write(data); err != nil && o.err == nil {
			o.err = fmt.Errorf("writing the output to a file: %w", err)
		}
	}
	n := min(o.half-len(o.head), len(data))
	o.head = append(o.head, data[:n]...)
	o.tail = append(o.tail, data[n:]...)
	if over := len(o.tail) - o.half; over > 0 {
		o.lost += over
		o.tail = append(o.tail[:0], o.tail[over:]...)
	}
	o.rest = append(o.rest, data...)
	end := whole(o.rest)
	chunk = strings.ToValidUTF8(string(o.rest[:end]), "\ufffd")
	o.rest = append(o.rest[:0], o.rest[end:]...)
	return chunk
}

// whole gives the length of the bytes without a character that is cut off at their end.
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

// open begins the file with what there is so far.
func (o *output) open() {
	f, err := os.CreateTemp(o.spill, "output-*.txt")
	if err != nil {
		o.err = fmt.Errorf("making a file for the output: %w", err)
		return
	}
	o.file, o.name = f, f.Name()
	if _, err := f.Write(append(append([]byte{}, o.head...), o.tail...)); err != nil {
		o.err = fmt.Errorf("writing the output to a file: %w", err)
	}
}

func (o *output) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.file == nil {
		return o.err
	}
	return errors.Join(o.err, o.file.Close())
}

func (o *output) all() Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen = o.size
	return o.from(0)
}

func (o *output) news() Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.seen
	o.seen = o.size
	return o.from(at)
}

// from gives the output from a byte on.
func (o *output) from(at int) Output {
	tailAt := len(o.head) + o.lost
	head, tail := o.head[min(at, len(o.head)):], o.tail[min(max(at-tailAt, 0), len(o.tail)):]
	gap := tailAt - max(at, len(o.head))
	if gap <= 0 {
		return Output{Text: strings.ToValidUTF8(string(head)+string(tail), "\ufffd")}
	}
	note := fmt.Sprintf("\n… %d bytes left out", gap)
	if o.name != "" {
		note += "; all of the output is in " + o.name
	}
	return Output{Text: strings.ToValidUTF8(string(head)+note+" …\n"+string(tail), "\ufffd"), Truncated: true, File: o.name}
}
