package instructions

import (
	"errors"
	"io/fs"
	"strings"
	"sync"

	"ptk-lsp/ptk/clip"
)

const (
	maxSkipped = 20  // files that are reported
	maxReason  = 500 // characters that are reported of one
)

// Skipped collects the files of instructions and commands that can't be used. Each is reported once, to whoever chats first.
// It is safe for concurrent use.
type Skipped struct {
	mu   sync.Mutex // guards the fields below
	seen map[string]bool
	news []string
}

// Add adds a file with the reason, unless the file doesn't exist.
func (s *Skipped) Add(path string, err error) {
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
	reason := strings.TrimPrefix(err.Error(), path+" ")
	s.news = append(s.news, clip.Runes(clip.OneLine(path+" is left out: "+reason), maxReason))
}

// Take returns what was not reported yet.
func (s *Skipped) Take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	news := s.news
	s.news = nil
	return news
}
