// Package offline is the provider that needs no key and no network: it searches the workspace and quotes what it finds.
// It is not a language model and says so. Like a model it gets the prompt with the results of its calls, and answers with calls in
// text or with Markdown.
// Start at [Provider.Stream]; the table in intents.go lists the questions it understands, one intent a file.
package offline

import (
	"context"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"ptk-lsp/llm"
)

// Provider satisfies [llm.Provider]. It has no state: all it needs is in the conversation.
type Provider struct{}

// New returns the provider.
func New() *Provider { return &Provider{} }

// Models returns the only model, "search".
func (*Provider) Models(context.Context) ([]llm.Model, error) {
	return []llm.Model{{ID: "search", ContextWindow: 1 << 20}}, nil
}

// Stream answers the last question of the conversation, or makes the tool calls that it needs for that.
func (*Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for _, piece := range pieces(reply(r.Messages)) {
			if err := ctx.Err(); err != nil {
				yield(llm.Delta{}, err)
				return
			}
			if !yield(llm.Delta{Text: piece}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

// reply returns the text of the next answer.
func reply(messages []llm.Message) string {
	d := readDialog(messages)
	for _, i := range intents {
		if !i.match(d.question) {
			continue
		}
		w := newDraft(d)
		err := i.run(d.question, w)
		if gone := (*missing)(nil); errors.As(err, &gone) {
			w = newDraft(d)
			w.writef("I can't read %s", "Tôi không đọc được %s", gone.Error())
			err = nil
		}
		switch err {
		case nil:
			return w.answer()
		case errWaiting:
			return w.calls.String()
		}
	}
	w := newDraft(d)
	w.cannotAnswer()
	return w.answer()
}

// answer returns what an intent wrote, after a note if another file was read than the requested one.
func (w *draft) answer() string {
	text := strings.TrimSpace(w.text.String()) + "\n"
	if w.replaced[0] == "" {
		return text
	}
	w.text.Reset()
	w.writef("(There is no `%s` there; the closest is `%s`.)", "(Không có `%s` ở đó; gần nhất là `%s`.)", w.replaced[0], w.replaced[1])
	return w.text.String() + text
}

// pieces splits a text into pieces of the usual size.
func pieces(text string) []string {
	const size = 24
	var all []string
	for len(text) > size {
		n := size
		for !utf8.RuneStart(text[n]) {
			n--
		}
		all, text = append(all, text[:n]), text[n:]
	}
	return append(all, text)
}
