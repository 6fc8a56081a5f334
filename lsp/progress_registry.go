package lsp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
)

// progressRegistry begins the progress of turns and background jobs, and cancels them when the user asks for it.
type progressRegistry struct {
	peer      *peer
	showAfter time.Duration // how long a background job must run before it is shown

	tokens atomic.Int64 // numbers the tokens that are created here

	mu      sync.Mutex // guards cancels
	cancels map[string]context.CancelFunc
}

func newProgressRegistry(p *peer) *progressRegistry {
	return &progressRegistry{peer: p, showAfter: time.Second, cancels: map[string]context.CancelFunc{}}
}

// beginTurn begins the progress of a turn. If the request has no token and the editor supports it, the editor is asked to show
// one. The turn is cancelled by cancel.
func (r *progressRegistry) beginTurn(ctx context.Context, token wire.ProgressToken, cancel context.CancelFunc) *progress {
	p := r.newProgress(ctx, "PTK", 0)
	switch {
	case len(token) > 0:
		p.token = token
		p.begin()
	case r.peer.client.workDone:
		p.token = r.newToken("turn")
		p.requests.Go(p.create)
	}
	r.add(p.token, cancel)
	return p
}

// beginJob begins the progress of a background job; see [Start.Watch].
func (r *progressRegistry) beginJob(ctx context.Context, title string, stop func()) *progress {
	p := r.newProgress(ctx, title, r.showAfter)
	p.token = r.newToken("work")
	r.add(p.token, stop)
	p.requests.Go(p.create)
	return p
}

func (r *progressRegistry) newProgress(ctx context.Context, title string, after time.Duration) *progress {
	ctx, abandon := context.WithCancel(ctx)
	p := &progress{log: r.peer.log, title: title, abandon: abandon}
	p.send = func(value any) { r.peer.notifyProgress(ctx, p.token, value) }
	p.request = func() error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(after):
		}
		params := struct {
			Token wire.ProgressToken `json:"token"`
		}{p.token}
		return r.peer.editor.ask(ctx, createTime, protocol.MethodWindowWorkDoneProgressCreate, params, nil)
	}
	p.ended = func() { r.remove(p.token) }
	return p
}

func (r *progressRegistry) newToken(kind string) wire.ProgressToken {
	return wire.ProgressToken(fmt.Sprintf(`"ptk-%s-%d"`, kind, r.tokens.Add(1)))
}

func (r *progressRegistry) add(token wire.ProgressToken, cancel context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancels[string(token)] = cancel
}

func (r *progressRegistry) remove(token wire.ProgressToken) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.cancels, string(token))
}

// cancelled handles window/workDoneProgress/cancel: the user cancels a turn or a background job.
func (r *progressRegistry) cancelled(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	token, err := codec{}.Marshal(p.Token)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel, ok := r.cancels[string(token)]; ok {
		cancel()
	}
	return nil
}
