package ptk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ptk-lsp/ptk/history"
)

// titleLength is how long a title that is made of a message may be, in characters.
const titleLength = 60

// begin writes the turn's beginning into the history and tells of it.
func (t *turn) begin() {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	for _, n := range t.m.cfg.History.Notices() {
		t.notices = append(t.notices, Warning{"history", n})
	}
	t.notices = append(t.notices, t.m.extraNotices()...)
	start := TurnStart{t.c.id, t.result.TurnID, t.route.Name, t.limits.MaxIterations}
	first, _ := eventEntry(start)
	t.kept(t.c.hold.Begin(history.Start{
		TurnID: t.result.TurnID, Title: title(t.req), Model: t.route.Name, Request: asJSON(t.req), Text: t.req.Message, Entries: []history.Entry{first},
	}))
	t.sink(start)
	t.tell()
}

// keep writes an event into the history: before it is told, unless it is one of many. The caller holds emitMu.
func (t *turn) keep(e Event) {
	entry, hasty := eventEntry(e)
	switch {
	case !hasty:
		t.kept(t.c.hold.Add(entry))
	case entry.Kind == kindText || entry.Kind == kindReasoning:
		t.c.hold.Piece(entry.Kind, entry.Data)
	default:
		t.c.hold.Later(entry.Kind, entry.Data)
	}
}

// append adds messages to the conversation and its history.
func (t *turn) append(msgs ...message) {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	msgs[len(msgs)-1].seen = t.c.reads.News()
	var entries []history.Entry
	for _, m := range msgs {
		entries = append(entries, t.c.add(t.result.TurnID, m).entry())
	}
	t.kept(t.c.hold.Add(entries...))
}

// end writes what the turn came to, and gives the conversation back.
func (t *turn) end() {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	t.kept(t.c.hold.End(asJSON(t.result), t.result.Content))
	t.kept(t.c.hold.Release())
	t.tell()
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
	t.notices = append(t.notices, Warning{"history", "This turn is not kept in the history: " + err.Error()})
}

// title makes a conversation's title of its first message: the first line, cut at a word.
func title(r ChatRequest) string {
	line, _, _ := strings.Cut(strings.TrimSpace(r.Message), "\n")
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
