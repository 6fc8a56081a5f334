package transcript

import (
	"strings"
	"sync"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
)

// Recorder stores the events and messages of one turn in the history and passes the events on, in one order. An event is
// stored before it is passed on, except pieces of text and other events that are many; those are written together. It is safe
// for concurrent use: events come from the loop and from running tools.
type Recorder struct {
	c    *Conversation
	sink func(chat.Event)
	// began is closed when the beginning of the turn is stored and passed on; events wait for it.
	began chan struct{}

	order   sync.Mutex // held while an event is stored and passed on; guards what follows
	plan    []chat.PlanEntry
	failed  bool         // something could not be stored, which was reported to the user
	mu      sync.Mutex   // guards what follows; never held while order is taken
	notices []chat.Event // to be passed on with the next event
	pending []history.Entry
	open    bool // the beginning is stored: messages need not wait in pending
}

// NewRecorder returns the recorder of a turn of a conversation that passes events on to sink.
func NewRecorder(c *Conversation, sink func(chat.Event)) *Recorder {
	return &Recorder{c: c, sink: sink, began: make(chan struct{})}
}

// Beginning is what a turn begins with.
type Beginning struct {
	Start   chat.TurnStart
	Request chat.Request
	Notices func() []chat.Event // called once, before the first event
}

// Begin stores the turn's beginning and passes it on, in a goroutine of its own: the caller makes the first request meanwhile.
func (r *Recorder) Begin(b Beginning) {
	go func() {
		defer close(r.began)
		r.order.Lock()
		defer r.order.Unlock()
		r.Notice(b.Notices())
		first, _ := eventEntry(b.Start)
		r.check(r.c.hold.Begin(history.Start{
			TurnID: b.Start.TurnID, Title: Title(b.Request.Message), Model: b.Start.Model, Request: storedRequest(b.Request),
			Entries: []history.Entry{first},
		}))
		r.sink(b.Start)
		r.passNotices()
		r.flush()
	}()
}

// flush writes the messages that had to wait for the beginning.
func (r *Recorder) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
	if len(r.pending) > 0 {
		r.c.hold.Later(r.pending...)
		r.pending = nil
	}
}

// Emit stores an event and passes it on.
func (r *Recorder) Emit(e chat.Event) {
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

// LastPlan returns the plan that was emitted last.
func (r *Recorder) LastPlan() []chat.PlanEntry {
	r.order.Lock()
	defer r.order.Unlock()
	return r.plan
}

// Notice has events passed on, without being stored, after the next one.
func (r *Recorder) Notice(events []chat.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notices = append(r.notices, events...)
}

// Append adds messages to the conversation. They are stored with the events that come next: until then they can be
// reconstructed from the events before, see [Store.Open].
func (r *Recorder) Append(turnID string, msgs ...chat.Message) {
	msgs[len(msgs)-1].Seen = r.c.Reads.News()
	var entries []history.Entry
	for _, m := range msgs {
		entries = append(entries, messageEntry(r.c.add(turnID, m)))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open {
		r.c.hold.Later(entries...)
	} else {
		r.pending = append(r.pending, entries...)
	}
}

// Mark stores what became of the messages that the prompt no longer holds whole.
func (r *Recorder) Mark() {
	<-r.began
	r.order.Lock()
	defer r.order.Unlock()
	r.check(r.c.hold.Add(markEntry(r.c.Mark)))
}

// End stores the result of the turn and releases the conversation.
func (r *Recorder) End(asked string, result chat.Result) {
	<-r.began
	r.order.Lock()
	defer r.order.Unlock()
	r.check(r.c.hold.End(storedResult(result), searched(asked, result.Content)))
	r.check(r.c.hold.Release())
	r.passNotices()
}

// store writes an event into the history. The caller holds order.
func (r *Recorder) store(e chat.Event) {
	entry, mayWait := eventEntry(e)
	switch {
	case !mayWait:
		r.check(r.c.hold.Add(entry))
	case entry.Kind == record.KindText || entry.Kind == record.KindReasoning:
		r.c.hold.Piece(entry.Kind, entry.Data)
	default:
		r.c.hold.Later(entry)
	}
}

// check reports the first failure to store something to the user. The turn goes on. The caller holds order.
func (r *Recorder) check(err error) {
	if err == nil || r.failed {
		return
	}
	r.failed = true
	r.Notice([]chat.Event{chat.Warning{Code: "history", Message: "This turn could not be saved in the history: " + err.Error()}})
}

// passNotices passes the notices on. The caller holds order.
func (r *Recorder) passNotices() {
	r.mu.Lock()
	notices := r.notices
	r.notices = nil
	r.mu.Unlock()
	for _, n := range notices {
		r.sink(n)
	}
}

// searched returns the text by which a search finds a turn, bounded so that a long answer does not delay the end of the turn.
func searched(asked, answered string) string {
	const most = 256 << 10 // bytes of each
	return strings.ToValidUTF8(asked[:min(len(asked), most)]+"\n"+answered[:min(len(answered), most)], "")
}
