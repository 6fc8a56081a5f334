package gemini

import "sync"

const (
	mostSignatures = 1000
	// noSignature is what the API accepts for a call of another model, with which the conversation began.
	noSignature = "skip_thought_signature_validator"
)

// signatures stores the signed thoughts that newer models send with a call and need back with it.
type signatures struct {
	mu    sync.Mutex
	known map[string]string // by the call's id; guarded by mu
	order []string          // the oldest first; guarded by mu
}

func newSignatures() *signatures { return &signatures{known: map[string]string{}} }

func (s *signatures) remember(id, signature string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.order) == mostSignatures {
		delete(s.known, s.order[0])
		s.order = s.order[1:]
	}
	s.known[id] = signature
	s.order = append(s.order, id)
}

func (s *signatures) of(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if signature, ok := s.known[id]; ok {
		return signature
	}
	return noSignature
}
