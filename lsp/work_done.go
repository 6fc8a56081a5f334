package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace/visible"
)

const createTime = 10 * time.Second

// works are the turns, and what is done in the background, whose progress the user can cancel, by token.
type works struct {
	mu      sync.Mutex // guards cancels
	cancels map[string]context.CancelFunc
}

func (w *works) add(token wire.ProgressToken, cancel context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancels[string(token)] = cancel
}

func (w *works) remove(token wire.ProgressToken) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.cancels, string(token))
}

func (w *works) cancel(token string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if cancel, ok := w.cancels[token]; ok {
		cancel()
	}
}

// workDone is the work-done progress of one turn, or of work in the background: begin, reports, end. With a token of the
// server's own nothing is told before the editor has accepted it, and the work does not wait for that.
type workDone struct {
	s      *server
	ctx    context.Context
	title  string
	after  time.Duration      // nothing is shown of what ends before
	token  wire.ProgressToken // nil where no progress is told
	count  counter
	asking sync.WaitGroup // the request for a token
	stop   context.CancelFunc

	mu      sync.Mutex // guards all below, and the order of what is told
	begun   bool
	message string
	percent *uint32 // nil where it is not known
}

// beginWork begins the progress of a turn, which cancel ends.
func (s *server) beginWork(ctx context.Context, token wire.ProgressToken, cancel context.CancelFunc) *workDone {
	ctx, stop := context.WithCancel(ctx)
	w := &workDone{s: s, ctx: ctx, title: "PTK", token: token, stop: stop}
	switch {
	case len(token) > 0:
		w.begin()
	case s.client.workDone:
		w.token = s.newToken("turn")
		w.asking.Go(w.create)
	}
	s.works.add(w.token, cancel)
	return w
}

func (s *server) newToken(kind string) wire.ProgressToken {
	return wire.ProgressToken(fmt.Sprintf(`"ptk-%s-%d"`, kind, s.tokens.Add(1)))
}

// create asks the editor for a place to show the progress. Where it has none the turn goes on without.
func (w *workDone) create() {
	defer w.s.recovered("asking for progress", nil)
	select {
	case <-w.ctx.Done():
		return
	case <-time.After(w.after):
	}
	params := struct {
		Token wire.ProgressToken `json:"token"`
	}{w.token}
	if err := w.s.editor.ask(w.ctx, createTime, protocol.MethodWindowWorkDoneProgressCreate, params, nil); err != nil {
		w.s.log.Debug("the editor shows no progress", "error", err)
		return
	}
	w.begin()
}

func (w *workDone) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun = true
	yes := true
	begin := &protocol.WorkDoneProgressBegin{Kind: "begin", Title: visible.Line(w.title), Cancellable: &yes, Percentage: w.percent}
	if w.message != "" {
		begin.Message = &w.message
	}
	w.tell(begin)
}

// follow tells what an event means for the progress.
func (w *workDone) follow(e chat.Event) {
	if message := w.count.message(e); message != "" {
		w.report(message, nil)
	}
}

// report tells how far it is.
func (w *workDone) report(message string, percent *uint32) {
	if len(w.token) == 0 {
		return
	}
	message = visible.Line(message)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.message, w.percent = message, percent
	if w.begun {
		yes := true
		w.tell(&protocol.WorkDoneProgressReport{Kind: "report", Cancellable: &yes, Message: &message, Percentage: percent})
	}
}

// end ends the progress of a turn.
func (w *workDone) end(r *chat.Result) { w.finish(outcome(r)) }

// finish ends the progress with a last word; a token that was not accepted by now is given up.
func (w *workDone) finish(message string) {
	message = visible.Line(message)
	w.s.works.remove(w.token)
	w.stop()
	w.asking.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begun {
		w.tell(&protocol.WorkDoneProgressEnd{Kind: "end", Message: &message})
	}
}

func (w *workDone) tell(value any) {
	raw, err := protocol.Marshal(value)
	if err != nil {
		w.s.log.Error("writing progress", "error", err)
		return
	}
	w.s.notifyProgress(w.ctx, w.token, json.RawMessage(raw))
}

func outcome(r *chat.Result) string {
	switch {
	case r == nil || r.Cancelled:
		return "cancelled"
	case r.Error != nil:
		return "failed: " + r.Error.Message
	}
	return "done"
}

// counter knows in which iteration a turn is.
type counter struct{ at, limit int }

// message gives what an event means in words; "" where nothing new is to be said.
func (c *counter) message(e chat.Event) string {
	switch e := e.(type) {
	case chat.TurnStart:
		c.at, c.limit = 1, e.MaxIterations
		return c.step(1) + " " + e.Model
	case chat.Iteration:
		c.at = e.N
	case chat.ToolCallStart:
		return c.step(c.at) + " " + e.Tool + target(e)
	case chat.Retry:
		return c.step(c.at) + " asking again: " + e.Reason
	}
	return ""
}

func (c *counter) step(n int) string { return fmt.Sprintf("%d/%d", n, c.limit) }

// target names the file that a call is about; "" where there is not just one.
func target(e chat.ToolCallStart) string {
	if len(e.Locations) != 1 {
		return ""
	}
	return " " + path.Base(toURI(e.Locations[0].Path).Path())
}
