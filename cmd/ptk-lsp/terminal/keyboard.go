package terminal

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"time"
)

// keyboard distributes the lines that a person types: to the prompt that waits for one, else to the listener, else to the
// queue for the next message prompt. A line that was typed before a question was shown never answers that question.
type keyboard struct {
	in    *os.File // the terminal
	start sync.Once

	mu       sync.Mutex        // guards what follows
	partial  []byte            // the line that has not ended yet
	reads    int               // how often something was read
	waiting  chan string       // the prompt that waits for a line; nil if none does
	message  bool              // the waiting prompt asks for a message
	listener func(line string) // receives lines that no prompt waits for; may be nil
	queued   []string          // for the next message prompt
	ended    bool              // the input has ended
}

// readLines reads lines until the input ends. It runs as long as the process, since reading a terminal can't be interrupted.
func (k *keyboard) readLines() {
	buf := make([]byte, 4096)
	for {
		n, err := k.in.Read(buf)
		for _, line := range k.completed(buf[:n]) {
			k.deliver(line)
		}
		if err != nil {
			k.end()
			return
		}
	}
}

// completed appends what was read and returns the lines that are complete now.
func (k *keyboard) completed(read []byte) (lines []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reads++
	k.partial = append(k.partial, read...)
	for {
		line, rest, ended := bytes.Cut(k.partial, []byte("\n"))
		if !ended {
			return lines
		}
		lines = append(lines, strings.TrimRight(string(line), "\r"))
		k.partial = rest
	}
}

func (k *keyboard) deliver(line string) {
	k.mu.Lock()
	f := k.listener
	if k.waiting != nil || f == nil {
		k.answer(line)
		f = nil
	}
	k.mu.Unlock()
	if f != nil {
		f(line)
	}
}

// answer sends the line to the waiting prompt, or queues it. The caller holds mu.
func (k *keyboard) answer(line string) {
	if k.waiting == nil {
		k.queued = append(k.queued, line)
		return
	}
	k.waiting <- line // the channel has room for one
	k.waiting = nil
}

func (k *keyboard) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = true
	if k.waiting != nil {
		close(k.waiting)
		k.waiting = nil
	}
}

// QuietTime is how long no input must arrive before a question can be answered: pasted text arrives in pieces.
const QuietTime = 250 * time.Millisecond

// waitQuiet discards input that was typed but not submitted, until nothing arrives for QuietTime or done is closed. So what
// was typed before a question was shown doesn't answer it.
func (k *keyboard) waitQuiet(done <-chan struct{}) {
	k.begin()
	for {
		before := k.discardPartial()
		select {
		case <-time.After(QuietTime):
		case <-done:
			return
		}
		if k.discardPartial() == before {
			return
		}
	}
}

// discardPartial discards the line that has not ended, and returns how often something was read.
func (k *keyboard) discardPartial() (reads int) {
	_ = flushTyped(k.in) // if that fails, the input is read and discarded all the same
	k.mu.Lock()
	defer k.mu.Unlock()
	k.partial = nil
	return k.reads
}

// begin starts reading, once.
func (k *keyboard) begin() { k.start.Do(func() { go k.readLines() }) }

// next returns a channel that receives the next line; it is closed if the input ends. If message is set, a queued line counts.
func (k *keyboard) next(message bool) <-chan string {
	k.begin()
	k.mu.Lock()
	defer k.mu.Unlock()
	line := make(chan string, 1)
	switch {
	case message && len(k.queued) > 0:
		line <- k.queued[0]
		k.queued = k.queued[1:]
	case k.ended:
		close(line)
	default:
		k.waiting, k.message = line, message
	}
	return line
}

// cancel removes the waiting prompt.
func (k *keyboard) cancel() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waiting = nil
}

// listen sets the function that receives the lines for which no prompt waits, one after the other; nil removes it.
func (k *keyboard) listen(f func(line string)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.listener = f
}

// queue stores a line for the next message prompt, or sends it to the one that waits.
func (k *keyboard) queue(line string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.waiting != nil && k.message {
		k.answer(line)
		return
	}
	k.queued = append(k.queued, line)
}

// drain returns the queued lines and empties the queue.
func (k *keyboard) drain() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	queued := k.queued
	k.queued = nil
	return queued
}
