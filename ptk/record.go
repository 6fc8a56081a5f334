package ptk

import (
	"context"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
)

// titleLength is how long a title that is made of a message may be, in characters.
const titleLength = 60

// beginning is the writing of a turn's beginning, which goes on while the request is made: what is told waits for it.
type beginning struct {
	mu      sync.Mutex // guards what follows
	over    bool
	entries []history.Entry // to be written after it
}

type startKey struct{}

// StartOf gives the beginning of the turn for which a model is asked or a tool runs with this context: a model is asked while
// the beginning is still being written, and before it is told.
func StartOf(ctx context.Context) (start chat.TurnStart, ok bool) {
	start, ok = ctx.Value(startKey{}).(chat.TurnStart)
	return start, ok
}

// begin writes the turn's beginning into the history and tells of it, beside what its caller does next. Until then it holds
// emitMu, so that nothing is told before.
func (t *turn) begin(start chat.TurnStart) {
	t.emitMu.Lock()
	go func() {
		defer t.emitMu.Unlock()
		for _, n := range t.m.cfg.History.Notices() {
			t.notices = append(t.notices, chat.Warning{Code: "history", Message: n})
		}
		t.notices = append(t.notices, t.m.extraNotices()...)
		first, _ := eventEntry(start)
		t.kept(t.c.hold.Begin(history.Start{
			TurnID: start.TurnID, Title: title(t.req.Message), Model: start.Model, Request: storedRequest(t.req.Request), Entries: []history.Entry{first},
		}))
		t.sink(start)
		t.tell()
		t.afterBeginning()
	}()
}

// afterBeginning writes what had to wait for the beginning.
func (t *turn) afterBeginning() {
	b := &t.beginning
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	if len(b.entries) > 0 {
		t.c.hold.Later(b.entries...)
		b.entries = nil
	}
}

// keep writes an event into the history: before it is told, unless it is one of many. The caller holds emitMu.
func (t *turn) keep(e chat.Event) {
	entry, mayWait := eventEntry(e)
	switch {
	case !mayWait:
		t.kept(t.c.hold.Add(entry))
	case entry.Kind == record.KindText || entry.Kind == record.KindReasoning:
		t.c.hold.Piece(entry.Kind, entry.Data)
	default:
		t.c.hold.Later(entry)
	}
}

// append adds messages to the conversation and its history. They can wait for what is told next: until then what they are
// made of is there, see [Manager.mend].
func (t *turn) append(msgs ...chat.Message) {
	msgs[len(msgs)-1].Seen = t.c.reads.News()
	var entries []history.Entry
	for _, m := range msgs {
		entries = append(entries, messageEntry(t.c.add(t.result.TurnID, m)))
	}
	b := &t.beginning
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		t.c.hold.Later(entries...)
	} else {
		b.entries = append(b.entries, entries...)
	}
}

// end writes what the turn came to, and gives the conversation back.
func (t *turn) end() {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	t.kept(t.c.hold.End(storedResult(t.result), searched(t.req.Message, t.result.Content)))
	t.kept(t.c.hold.Release())
	t.tell()
}

// searched is the text by which a search finds a turn: an answer of any length must not hold up its end.
func searched(asked, answered string) string {
	const most = 256 << 10 // bytes of each
	return strings.ToValidUTF8(asked[:min(len(asked), most)]+"\n"+answered[:min(len(answered), most)], "")
}

// tell tells what the user should know of the history. The caller holds emitMu.
func (t *turn) tell() {
	for _, n := range t.notices {
		t.sink(n)
	}
	t.notices = nil
}

// kept takes note of a failure to write. The turn goes on; the user is told once. The caller holds emitMu.
func (t *turn) kept(err error) {
	if err == nil || t.unkept {
		return
	}
	t.unkept = true
	t.notices = append(t.notices, chat.Warning{Code: "history", Message: "This turn is not kept in the history: " + err.Error()})
}

// title makes a conversation's title of its first message: the first line, cut at a word.
func title(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	line = strings.Join(strings.FieldsFunc(line, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	if utf8.RuneCountInString(line) <= titleLength {
		return line
	}
	cut := string([]rune(line)[:titleLength])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
