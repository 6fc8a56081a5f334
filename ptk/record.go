package ptk

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
)

// titleLength is how long a title that is made of a message may be, in characters.
const titleLength = 60

type startKey struct{}

// StartOf gives the beginning of the turn for which a model is asked or a tool runs with this context: a model is asked while
// the beginning is still being written, and before it is told.
func StartOf(ctx context.Context) (start chat.TurnStart, ok bool) {
	start, ok = ctx.Value(startKey{}).(chat.TurnStart)
	return start, ok
}

// begin stores the turn's beginning, beside what its caller does next.
func (t *turn) begin(start chat.TurnStart) {
	t.recorder.begin(beginning{start: start, request: t.req.Request, notices: func() (events []chat.Event) {
		for _, n := range t.m.cfg.History.Notices() {
			events = append(events, chat.Warning{Code: "history", Message: n})
		}
		return append(events, t.m.extraNotices()...)
	}})
}

// append adds messages to the conversation and its history. They can wait for what is told next: until then what they are
// made of is there, see [Manager.mend].
func (t *turn) append(msgs ...chat.Message) {
	msgs[len(msgs)-1].Seen = t.c.reads.News()
	var entries []history.Entry
	for _, m := range msgs {
		entries = append(entries, messageEntry(t.c.add(t.result.TurnID, m)))
	}
	t.recorder.append(entries...)
}

// searched is the text by which a search finds a turn: an answer of any length must not hold up its end.
func searched(asked, answered string) string {
	const most = 256 << 10 // bytes of each
	return strings.ToValidUTF8(asked[:min(len(asked), most)]+"\n"+answered[:min(len(answered), most)], "")
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
