package ptk

import (
	"errors"
	"io/fs"
	"strings"
	"sync"

	"ptk-lsp/ptk/chat"
)

const (
	maxSkipped = 20  // files that were left out that are remembered, and so told
	maxReason  = 500 // characters of what is told of one
)

// skipped are files of instructions and commands that were left out. Each is told once, to whoever chats first.
type skipped struct {
	mu   sync.Mutex // guards what follows
	seen map[string]bool
	news []string
}

// add takes note of a file that can't be used, unless it is only not there.
func (s *skipped) add(path string, err error) {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[path] || len(s.seen) >= maxSkipped {
		return
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[path] = true
	s.news = append(s.news, short(oneLine(path+" is left out: "+strings.TrimPrefix(err.Error(), path+" ")), maxReason))
}

// take returns what was not told yet.
func (s *skipped) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	news := s.news
	s.news = nil
	return news
}

// tellSkipped warns of the files that were left out since the last turn.
func (t *turn) tellSkipped() {
	for _, text := range t.m.skipped.take() {
		t.emit(chat.Warning{Code: "instructions", Message: text})
	}
}
