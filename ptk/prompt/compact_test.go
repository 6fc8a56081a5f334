package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// turns returns messages in which each letter is one: a user's message begins a turn, then come answers and results.
func turns(roles ...string) (msgs []chat.Message) {
	for i, turn := range roles {
		for _, r := range turn {
			role := map[rune]llm.Role{'u': llm.User, 'a': llm.Assistant, 'r': llm.ToolRole}[r]
			m := chat.Message{N: len(msgs) + 1, Turn: fmt.Sprint(i), Role: role, Text: strings.Repeat("word ", 100)}
			m.Raw = m.Text
			if role == llm.ToolRole {
				m.Results = []chat.CallResult{{Tool: "bash", OK: true, Body: json.RawMessage(`"` + m.Text + `"`)}}
			}
			msgs = append(msgs, m)
		}
	}
	return msgs
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		turns          []string
		old, all, mark int // the mark is 0 at first
	}{
		{[]string{"u"}, 0, 0, 0},
		{[]string{"uar"}, 0, 0, 0},
		{[]string{"uara", "u"}, 4, 4, 0},
		{[]string{"uarar"}, 0, 4, 0},
		{[]string{"uararar"}, 4, 6, 0},
		{[]string{"uar", "uarar"}, 4, 7, 0},
		{[]string{"uar", "uar"}, 4, 4, 0},
		{[]string{"uarar"}, 9, 9, 9},
	} {
		conv := prompt.Conversation{Turn: fmt.Sprint(len(c.turns) - 1), Messages: turns(c.turns...), Mark: prompt.Mark{Short: c.mark}}
		if old, all := conv.ShortenOld().Mark.Short, conv.ShortenAll().Mark.Short; old != c.old || all != c.all {
			t.Errorf("%q: ShortenOld marks %d, want %d; ShortenAll marks %d, want %d", c.turns, old, c.old, all, c.all)
		}
		if conv.Mark.Short != c.mark {
			t.Errorf("%q: the conversation itself was changed", c.turns)
		}
	}
}

func TestCompact(t *testing.T) {
	for _, c := range []struct {
		turns []string
		size  int // in messages of about 105 tokens
		want  int // the index of the first message left
	}{
		{[]string{"u"}, 0, 0},
		{[]string{"ua", "ua", "u"}, 5, 2}, // the previous turn
		{[]string{"ua", "ua", "u"}, 3, 4}, // the current turn
		{[]string{"ua", "ua", "u"}, 0, 4},
		{[]string{"ua", "uararar"}, 9, 2},
		{[]string{"ua", "uararar"}, 6, 5}, // an answer of the current turn
		{[]string{"ua", "uararar"}, 4, 7},
		{[]string{"ua", "uararar"}, 0, 7},
		{[]string{"uarar"}, 0, 3},
		{[]string{"uar"}, 0, 0}, // the only answer stays
	} {
		msgs := turns(c.turns...)
		conv := prompt.Conversation{Turn: fmt.Sprint(len(c.turns) - 1), Messages: msgs}
		b := newBuilder(chat.Route{}, chat.Limits{})
		next, old := b.Compact(conv, nil, c.size*140)
		if len(old) != c.want || len(next.Messages) != len(msgs)-c.want {
			t.Errorf("%q in %d: %d messages are left out, %d remain", c.turns, c.size, len(old), len(next.Messages))
			continue
		}
		if c.want > 0 && (next.Mark.From != c.want+1 || next.Mark.Summary.IsEmpty()) {
			t.Errorf("%q: %+v", c.turns, next.Mark)
		}
		if len(conv.Messages) != len(msgs) || !conv.Mark.Summary.IsEmpty() {
			t.Errorf("%q: the conversation itself was changed", c.turns)
		}
	}
}

func TestCompactTurns(t *testing.T) {
	b := newBuilder(chat.Route{}, chat.Limits{})
	next, old := b.CompactTurns(prompt.Conversation{Messages: turns("ua", "uar", "uara")}, nil)
	if len(old) != 5 || next.Mark.From != 6 || next.Mark.Short != 6 || len(next.Mark.Summary.Exchanges) != 2 {
		t.Errorf("%d messages are summarized: %+v", len(old), next.Mark)
	}
	next, old = b.CompactTurns(prompt.Conversation{Messages: turns("uara")}, nil)
	if len(old) != 0 || next.Mark.From != 0 {
		t.Errorf("a single turn was compacted: %d messages, %+v", len(old), next.Mark)
	}
}
