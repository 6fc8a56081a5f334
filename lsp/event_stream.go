package lsp

import (
	"strings"
	"sync"
	"time"

	"ptk-lsp/lsp/wire"
)

// frame is how long chunks of text may be delayed to be merged: the time of one frame of a screen.
const frame = 16 * time.Millisecond

// eventStream sends the events of a turn in order. Chunks of text that quickly follow each other are merged; a chunk after a
// pause is sent at once.
type eventStream struct {
	out func(wire.ChatEvent)

	mu    sync.Mutex // guards what follows, and the order of out
	held  strings.Builder
	kind  func(string) wire.ChatEvent // creates the event of the delayed text
	name  string                      // of that event
	last  time.Time                   // when the last text was sent
	timer *time.Timer                 // sends the delayed text; nil if there is none
}

func newEventStream(out func(wire.ChatEvent)) *eventStream { return &eventStream{out: out} }

func (s *eventStream) send(e wire.ChatEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := e.(type) {
	case wire.TextEvent:
		s.sendText(e.Kind, e.Text, func(t string) wire.ChatEvent { return wire.TextEvent{Kind: e.Kind, Text: t} })
	case wire.ReasoningEvent:
		s.sendText(e.Kind, e.Text, func(t string) wire.ChatEvent { return wire.ReasoningEvent{Kind: e.Kind, Text: t} })
	default:
		s.flush()
		s.out(e)
	}
}

func (s *eventStream) sendText(name, text string, kind func(string) wire.ChatEvent) {
	if s.timer != nil && s.name != name {
		s.flush()
	}
	s.held.WriteString(text)
	s.name, s.kind = name, kind
	if s.timer != nil {
		return
	}
	wait := frame - time.Since(s.last)
	if wait <= 0 {
		s.flush()
		return
	}
	s.timer = time.AfterFunc(wait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.flush()
	})
}

// flush sends the delayed text.
func (s *eventStream) flush() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	if s.held.Len() == 0 {
		return
	}
	s.out(s.kind(s.held.String()))
	s.held.Reset()
	s.last = time.Now()
}

// close sends the delayed text.
func (s *eventStream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
}
