package ptk

import (
	"strings"
	"sync"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
)

// recorder writes the events and messages of one turn into the history and passes the events on, in one order. An event is
// stored before it is passed on, except pieces of text and other events that are many; those are written together. It is safe
// for concurrent use: events come from the loop and from running tools.
type recorder struct {
	c    *conversation
	hold *history.Hold
	sink func(chat.Event)
	// began is closed when the beginning of the turn is stored and passed on; events wait for it.
	began chan struct{}

	order   sync.Mutex // held while an event is stored and passed on; guards what follows
	plan    []chat.PlanEntry
	failed  bool         // something could not be stored, which the user has been told
	mu      sync.Mutex   // guards what follows; never held while order is taken
	notices []chat.Event // to be passed on with the next event
	pending []history.Entry
	open    bool // the beginning is stored: messages need not wait in pending
}

func newRecorder(c *conversation, sink func(chat.Event)) *recorder {
	return &recorder{c: c, hold: c.hold, sink: sink, began: make(chan struct{})}
}

// beginning is what a turn begins with.
type beginning struct {
	start   chat.TurnStart
	request chat.Request
	notices func() []chat.Event // called once, before the first event
}

// begin stores the turn's beginning and passes it on, in a goroutine of its own: the caller makes the first request meanwhile.
func (r *recorder) begin(b beginning) {
	go func() {
		defer close(r.began)
		r.order.Lock()
		defer r.order.Unlock()
		r.notice(b.notices())
		first, _ := eventEntry(b.start)
		r.check(r.hold.Begin(history.Start{
			TurnID: b.start.TurnID, Title: title(b.request.Message), Model: b.start.Model, Request: storedRequest(b.request),
			Entries: []history.Entry{first},
		}))
		r.sink(b.start)
		r.passNotices()
		r.flush()
	}()
}

// flush writes the messages that had to wait for the beginning.
func (r *recorder) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
	if len(r.pending) > 0 {
		r.hold.Later(r.pending...)
		r.pending = nil
	}
}

// emit stores an event and passes it on.
func (r *recorder) emit(e chat.Event) {
	<-r.began
	r.order.Lock()
	defer r.order.Unlock()
	if p, ok := e.(chat.Plan); ok {
		r.plan = p.Entries
	}
	r.store(e)
	r.sink(e)
	r.passNotices()
}

// lastPlan returns the plan that was emitted last.
func (r *recorder) lastPlan() []chat.PlanEntry {
	r.order.Lock()
	defer r.order.Unlock()
	return r.plan
}

// notice has events passed on, without being stored, after the next one.
func (r *recorder) notice(events []chat.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notices = append(r.notices, events...)
}

// append adds messages to the conversation. They are stored with the events that come next: until then they can be
// reconstructed from the events before, see [transcripts.open].
func (r *recorder) append(turnID string, msgs ...chat.Message) {
	msgs[len(msgs)-1].Seen = r.c.reads.News()
	var entries []history.Entry
	for _, m := range msgs {
		entries = append(entries, messageEntry(r.c.add(turnID, m)))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open {
		r.hold.Later(entries...)
	} else {
		r.pending = append(r.pending, entries...)
	}
}

// mark stores what became of the messages that the prompt no longer holds whole.
func (r *recorder) mark() {
	<-r.began
	r.order.Lock()
	defer r.order.Unlock()
	r.check(r.hold.Add(markEntry(r.c.mark)))
}

// end stores the result of the turn and releases the conversation.
func (r *recorder) end(asked string, result chat.Result) {
	<-r.began
	r.order.Lock()
	defer r.order.Unlock()
	r.check(r.hold.End(storedResult(result), searched(asked, result.Content)))
	r.check(r.hold.Release())
	r.passNotices()
}

// store writes an event into the history. The caller holds order.
func (r *recorder) store(e chat.Event) {
	entry, mayWait := eventEntry(e)
	switch {
	case !mayWait:
		r.check(r.hold.Add(entry))
	case entry.Kind == record.KindText || entry.Kind == record.KindReasoning:
		r.hold.Piece(entry.Kind, entry.Data)
	default:
		r.hold.Later(entry)
	}
}

// check reports the first failure to store something to the user. The turn goes on. The caller holds order.
func (r *recorder) check(err error) {
	if err == nil || r.failed {
		return
	}
	r.failed = true
	r.notice([]chat.Event{chat.Warning{Code: "history", Message: "This turn is not kept in the history: " + err.Error()}})
}

// passNotices passes the notices on. The caller holds order.
func (r *recorder) passNotices() {
	r.mu.Lock()
	notices := r.notices
	r.notices = nil
	r.mu.Unlock()
	for _, n := range notices {
		r.sink(n)
	}
}

// searched is the text by which a search finds a turn: an answer of any length must not hold up its end.
func searched(asked, answered string) string {
	const most = 256 << 10 // bytes of each
	return strings.ToValidUTF8(asked[:min(len(asked), most)]+"\n"+answered[:min(len(answered), most)], "")
}
