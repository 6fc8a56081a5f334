package main

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"time"
)

// keyboard hands out the lines that a person types: to the question that waits for one, else to who listens, else they are
// kept for the next prompt. So in a chat no line that was typed before a question was seen answers it.
type keyboard struct {
	in    *os.File // the terminal
	start sync.Once

	mu       sync.Mutex        // guards what follows
	begun    []byte            // of a line that has not ended
	taken    int               // how often something was read
	asked    chan string       // of the question that waits; nil where none does
	message  bool              // it is the prompt for a message
	listener func(line string) // nil where nobody listens
	kept     []string          // for the next prompt for a message
	ended    bool              // there is no more to come
}

// read reads lines until the input ends. It lives as long as the process: a read of a terminal can't be called off.
func (k *keyboard) read() {
	buf := make([]byte, 4096)
	for {
		n, err := k.in.Read(buf)
		for _, line := range k.take(buf[:n]) {
			k.give(line)
		}
		if err != nil {
			k.end()
			return
		}
	}
}

// take gives the lines that end in what was read.
func (k *keyboard) take(read []byte) (lines []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.taken++
	k.begun = append(k.begun, read...)
	for {
		line, rest, ended := bytes.Cut(k.begun, []byte("\n"))
		if !ended {
			return lines
		}
		lines = append(lines, strings.TrimRight(string(line), "\r"))
		k.begun = rest
	}
}

func (k *keyboard) give(line string) {
	k.mu.Lock()
	f := k.listener
	if k.asked != nil || f == nil {
		k.answer(line)
		f = nil
	}
	k.mu.Unlock()
	if f != nil {
		f(line)
	}
}

// answer gives the line to the question that waits, or keeps it. The caller holds mu.
func (k *keyboard) answer(line string) {
	if k.asked == nil {
		k.kept = append(k.kept, line)
		return
	}
	k.asked <- line // it has room for one
	k.asked = nil
}

func (k *keyboard) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = true
	if k.asked != nil {
		close(k.asked)
		k.asked = nil
	}
}

// quietTime is for how long nothing must come in before a question can be answered: what is pasted comes in pieces.
const quietTime = 250 * time.Millisecond

// quiet drops what was typed and not sent, until nothing comes in for a moment or done is closed: what was typed before a
// question was seen, or was on its way, doesn't answer it.
func (k *keyboard) quiet(done <-chan struct{}) {
	k.begin()
	for {
		before := k.drop()
		select {
		case <-time.After(quietTime):
		case <-done:
			return
		}
		if k.drop() == before {
			return
		}
	}
}

// drop drops the line that was begun, and gives how often something was read.
func (k *keyboard) drop() (taken int) {
	_ = flushTyped(k.in) // where it can't be done, what is read is dropped all the same
	k.mu.Lock()
	defer k.mu.Unlock()
	k.begun = nil
	return k.taken
}

// begin begins to read.
func (k *keyboard) begin() { k.start.Do(func() { go k.read() }) }

// ask gives a channel on which the next line comes; it is closed where none will. With message the lines that were kept count.
func (k *keyboard) ask(message bool) <-chan string {
	k.begin()
	k.mu.Lock()
	defer k.mu.Unlock()
	line := make(chan string, 1)
	switch {
	case message && len(k.kept) > 0:
		line <- k.kept[0]
		k.kept = k.kept[1:]
	case k.ended:
		close(line)
	default:
		k.asked, k.message = line, message
	}
	return line
}

// withdraw takes the question back that waits.
func (k *keyboard) withdraw() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = nil
}

// listen has the lines that no question waits for given to f, one after the other; nil ends that.
func (k *keyboard) listen(f func(line string)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.listener = f
}

// keep keeps a line for the next prompt for a message, or the one that waits.
func (k *keyboard) keep(line string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.asked != nil && k.message {
		k.answer(line)
		return
	}
	k.kept = append(k.kept, line)
}

// forget gives the lines that were kept, and forgets them.
func (k *keyboard) forget() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.kept
	k.kept = nil
	return kept
}
