package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace/visible"
)

const createTime = 10 * time.Second

// progress is the work-done progress of one turn or background job: begin, reports, end. If the token is the server's own,
// nothing is sent before the editor has accepted it, and the turn or job does not wait for that.
type progress struct {
	log     *slog.Logger
	title   string
	token   wire.ProgressToken // empty if no progress is shown
	counter counter

	send     func(value any) // sends a progress notification
	request  func() error    // asks the editor to accept the token
	requests sync.WaitGroup
	abandon  context.CancelFunc // ends the request for a token
	ended    func()

	mu    sync.Mutex // guards state, and the order of notifications
	state progressState
}

// progressState is what is shown, or will be once the editor has accepted the token.
type progressState struct {
	begun   bool
	message string
	percent *uint32 // nil if unknown
}

// create asks the editor to show the progress. If it refuses, the turn or job continues without.
func (p *progress) create() {
	defer recovered(p.log, "asking for progress", nil)
	if err := p.request(); err != nil {
		p.log.Debug("the editor shows no progress", "error", err)
		return
	}
	p.begin()
}

func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.begun = true
	yes := true
	begin := &protocol.WorkDoneProgressBegin{
		Kind: "begin", Title: visible.Line(p.title), Cancellable: &yes, Percentage: p.state.percent,
	}
	if p.state.message != "" {
		begin.Message = &p.state.message
	}
	p.notify(begin)
}

// follow reports an event of the turn.
func (p *progress) follow(e chat.Event) {
	if message := p.counter.message(e); message != "" {
		p.report(message, nil)
	}
}

// report shows a message, and a percentage unless percent is nil.
func (p *progress) report(message string, percent *uint32) {
	if len(p.token) == 0 {
		return
	}
	message = visible.Line(message)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.message, p.state.percent = message, percent
	if p.state.begun {
		yes := true
		p.notify(&protocol.WorkDoneProgressReport{Kind: "report", Cancellable: &yes, Message: &message, Percentage: percent})
	}
}

// end ends the progress with a last message. If the editor has not accepted the token by now, nothing is shown.
func (p *progress) end(message string) {
	message = visible.Line(message)
	p.ended()
	p.abandon()
	p.requests.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.begun {
		p.notify(&protocol.WorkDoneProgressEnd{Kind: "end", Message: &message})
	}
}

func (p *progress) notify(value any) {
	raw, err := protocol.Marshal(value)
	if err != nil {
		p.log.Error("writing progress", "error", err)
		return
	}
	p.send(json.RawMessage(raw))
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

// counter counts the iterations of a turn.
type counter struct{ at, limit int }

// message returns the text to show for an event, or "" to leave the text as it is.
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
	case chat.Text, chat.Reasoning, chat.ToolOutput, chat.ToolResult, chat.Plan, chat.UserMessage, chat.UsageUpdate, chat.Warning:
		// not shown
	}
	return ""
}

func (c *counter) step(n int) string { return fmt.Sprintf("%d/%d", n, c.limit) }

// target returns the name of the file that a call is about, or "" unless there is exactly one.
func target(e chat.ToolCallStart) string {
	if len(e.Locations) != 1 {
		return ""
	}
	return " " + path.Base(toURI(e.Locations[0].Path).Path())
}
