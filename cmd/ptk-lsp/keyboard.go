package main

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

// keyboard hands out the lines that a person types: to the question that waits for one, else to who listens, else they are
// kept for the next prompt. So in a chat no line that was typed before a question was seen answers it.
type keyboard struct {
	in    io.Reader
	start sync.Once

	mu       sync.Mutex        // guards what follows
	asked    chan string       // of the question that waits; nil where none does
	message  bool              // it is the prompt for a message
	listener func(line string) // nil where nobody listens
	kept     []string          // for the next prompt for a message
	ended    bool              // there is no more to come
}

// read reads lines until the input ends. It lives as long as the process: a read of a terminal can't be called off.
func (k *keyboard) read() {
	r := bufio.NewReader(k.in)
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			k.give(strings.TrimRight(line, "\r\n"))
		}
		if err != nil {
			k.end()
			return
		}
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

// ask gives a channel on which the next line comes; it is closed where none will. With message the lines that were kept count.
func (k *keyboard) ask(message bool) <-chan string {
	k.start.Do(func() { go k.read() })
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

// drop gives the lines that were kept, and forgets them.
func (k *keyboard) drop() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.kept
	k.kept = nil
	return kept
}
