package transcript

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recording is a turn that is recorded into a file, with the events that were passed on.
type recording struct {
	*Recorder
	store *Store
	c     *Conversation
	turn  string

	mu     sync.Mutex // guards events
	events []chat.Event
}

func newRecording(t *testing.T) *recording {
	t.Helper()
	h := history.New(filepath.Join(t.TempDir(), "history.db"))
	r := &recording{store: New(h), turn: "T"}
	var err error
	if r.c, err = r.store.Open(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	r.Recorder = NewRecorder(r.c, func(e chat.Event) {
		if _, ok := e.(chat.TurnStart); ok {
			r.checkStored(t)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, e)
	})
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// begin begins the turn, and stores nothing before the channel is closed.
func (r *recording) begin(slow <-chan struct{}) {
	r.Begin(Beginning{
		Start: chat.TurnStart{ConversationID: r.c.ID, TurnID: r.turn, Model: "p/m"}, Request: chat.Request{Message: "hello"},
		Notices: func() []chat.Event {
			<-slow
			return []chat.Event{chat.Warning{Code: "history", Message: "a notice"}}
		},
	})
}

// checkStored checks that the beginning of the turn is in the history.
func (r *recording) checkStored(t *testing.T) {
	_, turns, err := r.store.Get(t.Context(), r.c.ID)
	if err != nil || len(turns) != 1 || turns[0].ID != r.turn || turns[0].Message != "hello" || len(turns[0].Events) < 1 {
		t.Errorf("the turn began with %+v in the history, %v", turns, err)
	}
}

func (r *recording) passed() []chat.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.events
}

// TestRecorderOrder emits events from several goroutines while the beginning of the turn is stored slowly: none is passed on
// before the beginning, those of each goroutine keep their order, and the history has the order in which they were passed on.
func TestRecorderOrder(t *testing.T) {
	const goroutines, each = 6, 40
	r := newRecording(t)
	slow := make(chan struct{})
	r.begin(slow)
	r.Append(r.turn, chat.Message{Role: llm.User, Text: "hello"}) // waits for nothing
	var all sync.WaitGroup
	for g := range goroutines {
		all.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d %d", g, i)
				if i%2 == 0 {
					r.Emit(chat.ToolOutput{ID: fmt.Sprint(g), Chunk: name}) // is written with later ones
				} else {
					r.Emit(chat.Warning{Code: fmt.Sprint(g), Message: name}) // is written at once
				}
			}
		})
	}
	time.Sleep(20 * time.Millisecond) // for an event that does not wait
	if e := r.passed(); len(e) > 0 {
		t.Errorf("passed on before the beginning was stored: %+v", e)
	}
	close(slow)
	all.Wait()
	r.Append(r.turn, chat.Message{Role: llm.Assistant, Text: "bye"})
	r.End("hello", chat.Result{Content: "bye"})

	events := r.passed()
	if len(events) != goroutines*each+2 {
		t.Fatalf("%d events", len(events))
	}
	if _, ok := events[0].(chat.TurnStart); !ok || events[1] != (chat.Warning{Code: "history", Message: "a notice"}) {
		t.Errorf("the turn begins with %+v", events[:2])
	}
	events = append(events[:1:1], events[2:]...) // the notice is not stored
	checkOrder(t, events[1:], goroutines)
	_, turns, err := r.store.Get(t.Context(), r.c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(events, turns[0].Events); d != "" {
		t.Errorf("(-passed on +stored):\n%s", d)
	}
	r.checkMessages(t, "hello", "bye")
}

// checkOrder checks that the events of each goroutine are in the order in which it emitted them.
func checkOrder(t *testing.T, events []chat.Event, goroutines int) {
	t.Helper()
	next := make([]int, goroutines)
	for _, e := range events {
		name := ""
		if o, ok := e.(chat.ToolOutput); ok {
			name = o.Chunk
		} else if w, ok := e.(chat.Warning); ok {
			name = w.Message
		}
		var g, i int
		if _, err := fmt.Sscan(name, &g, &i); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		if i != next[g] {
			t.Errorf("goroutine %d: event %d before event %d", g, i, next[g])
		}
		next[g] = i + 1
	}
}

// checkMessages checks which messages the next turn begins with.
func (r *recording) checkMessages(t *testing.T, want ...string) {
	t.Helper()
	c, err := r.store.Open(t.Context(), r.c.ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, m := range c.Messages {
		got = append(got, m.Text)
		if m.N != i+1 || m.Turn != r.turn {
			t.Errorf("message %d has the number %d and the turn %s", i, m.N, m.Turn)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("messages (-want +got):\n%s", d)
	}
	if err := c.Release(); err != nil {
		t.Error(err)
	}
}

// A turn that ends, and all that it stores, waits for a slow beginning too.
func TestRecorderWaits(t *testing.T) {
	r := newRecording(t)
	slow := make(chan struct{})
	r.begin(slow)
	time.AfterFunc(20*time.Millisecond, func() { close(slow) })
	r.Append(r.turn, chat.Message{Role: llm.User, Text: "hello"})
	r.c.Mark = prompt.Mark{Short: 1}
	r.Mark()
	r.End("hello", chat.Result{Success: true})
	if len(r.passed()) != 2 {
		t.Errorf("events %+v", r.passed())
	}
	_, turns, err := r.store.Get(t.Context(), r.c.ID)
	if err != nil || len(turns) != 1 || turns[0].Result == nil || !turns[0].Result.Success {
		t.Errorf("%+v, %v", turns, err)
	}
	r.checkMessages(t, "hello")
}

func TestRecorderPlanAndNotices(t *testing.T) {
	r := newRecording(t)
	slow := make(chan struct{})
	close(slow)
	r.begin(slow)
	r.Emit(chat.Text{Text: "a"})
	if r.LastPlan() != nil {
		t.Errorf("a plan before there is one: %+v", r.LastPlan())
	}
	r.Notice([]chat.Event{chat.Warning{Code: "tools", Message: "another notice"}})
	for _, content := range []string{"first", "second"} {
		r.Emit(chat.Plan{Entries: []chat.PlanEntry{{Content: content}}})
	}
	if p := r.LastPlan(); len(p) != 1 || p[0].Content != "second" {
		t.Errorf("the last plan is %+v", p)
	}
	r.End("hello", chat.Result{})
	if e := r.passed(); len(e) != 6 || e[4] != (chat.Warning{Code: "tools", Message: "another notice"}) {
		t.Errorf("events %+v", e)
	}
}

// The first failure to store something is reported, and the turn goes on.
func TestRecorderReportsOneFailure(t *testing.T) {
	r := newRecording(t)
	slow := make(chan struct{})
	close(slow)
	r.begin(slow)
	r.Emit(chat.Warning{Code: "x"})
	if err := r.c.Release(); err != nil { // what is stored from now on is refused
		t.Fatal(err)
	}
	for _, id := range []string{"1", "2"} {
		r.Emit(chat.ToolResult{ID: id, Result: &tools.Result{}})
	}
	codes := ""
	for _, e := range r.passed() {
		if w, ok := e.(chat.Warning); ok {
			codes += w.Code + " "
		}
	}
	if codes != "history x history " || len(r.passed()) != 6 {
		t.Errorf("warnings %s in %+v", codes, r.passed())
	}
}
