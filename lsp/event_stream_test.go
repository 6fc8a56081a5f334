package lsp

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/lsp/wire"
)

// What goes out when, in milliseconds from the start.
func TestEventStream(t *testing.T) {
	text := func(s string) wire.ChatEvent { return wire.TextEvent{Kind: "text", Text: s} }
	reasoning := func(s string) wire.ChatEvent { return wire.ReasoningEvent{Kind: "reasoning", Text: s} }
	warning := wire.WarningEvent{Kind: "warning"}
	type at struct {
		ms    int
		event wire.ChatEvent // nil: the end
	}
	for _, c := range []struct {
		name string
		in   []at
		want string
	}{
		{"the first piece at once, the next merged in a frame", []at{{0, text("a")}, {1, text("b")}, {2, text("c")}, {50, nil}}, "0 a, 16 bc"},
		{"after a pause at once", []at{{0, text("a")}, {20, text("b")}, {40, text("c")}, {60, nil}}, "0 a, 20 b, 40 c"},
		{
			"other events come between in order",
			[]at{{0, text("a")}, {1, text("b")}, {2, warning}, {3, text("c")}, {50, nil}},
			"0 a, 2 b, 2 warning, 18 c",
		},
		{"thoughts and text are not merged", []at{{0, reasoning("a")}, {1, reasoning("b")}, {2, text("c")}, {50, nil}}, "0 a, 2 b, 18 c"},
		{"the end sends what is held", []at{{0, text("a")}, {1, text("b")}, {2, nil}}, "0 a, 2 b"},
		{"a long stream is told once in a frame", []at{
			{0, text("a")},
			{10, text("b")},
			{20, text("c")},
			{30, text("d")},
			{40, text("e")},
			{80, nil},
		}, "0 a, 16 b, 32 cd, 48 e"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var got []string
				s := newEventStream(func(e wire.ChatEvent) {
					what := "warning"
					switch e := e.(type) {
					case wire.TextEvent:
						what = e.Text
					case wire.ReasoningEvent:
						what = e.Text
					}
					got = append(got, fmt.Sprintf("%d %s", time.Since(start).Milliseconds(), what))
				})
				for _, a := range c.in {
					time.Sleep(time.Until(start.Add(time.Duration(a.ms) * time.Millisecond)))
					if a.event == nil {
						s.close()
						break
					}
					s.send(a.event)
				}
				synctest.Wait()
				if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}
