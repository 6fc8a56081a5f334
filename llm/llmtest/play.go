package llmtest

import (
	"io"
	"net/http"
	"time"

	"ptk-lsp/llm"
)

// player plays one streaming reply.
type player struct {
	w     http.ResponseWriter
	gone  <-chan struct{}
	every int

	calls  bool
	finish llm.Finish
	usage  *llm.Usage
}

// play answers with a reply.
func play(w http.ResponseWriter, r *http.Request, req Request, reply Reply, d dialect) {
	if reply.Status != 0 {
		for name, values := range reply.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(reply.Status)
		_, _ = io.WriteString(w, reply.Body) // fails only if the client has gone
		return
	}
	w.Header().Set("Content-Type", d.mediaType())
	p := &player{w: w, gone: r.Context().Done(), every: reply.Every}
	if req.WantsUsage {
		p.usage = &llm.Usage{InputTokens: 10, OutputTokens: 5}
	}
	for _, s := range reply.Steps {
		if !p.step(s, d) {
			return
		}
	}
	p.send(d.end(p.reason(), p.usage))
}

// step plays one step and reports whether anything may follow.
func (p *player) step(s Step, d dialect) bool {
	switch s.kind {
	case stepUsage:
		p.usage = &s.usage
	case stepFinish:
		p.finish = s.finish
	case stepRaw:
		p.send(s.text)
	case stepNoise:
		p.send(d.noise())
	case stepPause:
		return p.wait(time.After(s.pause))
	case stepGate:
		return wait(p, s.gate)
	case stepCut:
		panic(http.ErrAbortHandler)
	case stepSilence:
		<-p.gone
		return false
	case stepEnd:
		return false
	case stepText, stepThought, stepCall, stepFailure:
		p.calls = p.calls || s.kind == stepCall
		p.send(d.piece(s))
	}
	return true
}

func (p *player) wait(c <-chan time.Time) bool { return wait(p, c) }

// wait waits for c and reports whether it came before the client left.
func wait[T any](p *player, c <-chan T) bool {
	_ = http.NewResponseController(p.w).Flush() // fails only if the client has gone
	select {
	case <-c:
		return true
	case <-p.gone:
		return false
	}
}

// send writes and flushes, in writes of the size that the reply sets.
func (p *player) send(wire string) {
	for len(wire) > 0 {
		n := len(wire)
		if p.every > 0 {
			n = min(n, p.every)
		}
		_, _ = io.WriteString(p.w, wire[:n]) // fails only if the client has gone
		_ = http.NewResponseController(p.w).Flush()
		wire = wire[n:]
	}
}

// reason returns the finish of the script, else the one that fits.
func (p *player) reason() llm.Finish {
	switch {
	case p.finish != "":
		return p.finish
	case p.calls:
		return llm.FinishTools
	}
	return llm.FinishStop
}
