package ptk

import (
	"context"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/workspace/credential"
)

// promptShare is the part of a model's window above which what it is told of the tools is kept short.
const promptShare = 4

// systemPrompt says who the assistant is, what it may call and how. The same tools and rules give the same bytes.
func (t *turn) systemPrompt(ctx context.Context) string {
	in := notation.PromptInput{Rules: credential.Mask(t.rules(ctx)), Root: t.root()}
	t.ruleTokens = notation.EstimateTokens(in.Rules)
	if !t.route.Native {
		in.Tools, in.Brief = t.full, t.brief
	}
	if t.req.Mode == chat.ModePlan {
		in.Extra = planMode
	}
	f := t.m.cfg.Formatter
	text, tokens := t.m.written.prompt(f, in)
	if w := t.route.Window; w > 0 && tokens > w/promptShare {
		f.Profile = notation.Small
		text, _ = t.m.written.prompt(f, in)
	}
	return text
}

func (t *turn) root() string {
	var paths []string
	for _, f := range t.m.cfg.Workspace.Folders() {
		paths = append(paths, f.Path)
	}
	return strings.Join(paths, "\n")
}

// request is the conversation as the provider gets it.
func (t *turn) request() llm.Request {
	r := llm.Request{Model: t.route.Model, Tools: t.native, Temperature: t.req.Temperature}
	r.Messages = append(r.Messages, llm.Message{Role: llm.System, Content: t.system})
	for _, m := range t.prompted() {
		if t.route.Native {
			r.Messages = append(r.Messages, t.nativeMessages(m)...)
		} else {
			r.Messages = append(r.Messages, t.textMessage(m))
		}
	}
	return r
}

// prompted gives the messages that the prompt has. The summary of those before stands at the head of the first.
func (t *turn) prompted() []chat.Message {
	s := t.c.Mark.Summary
	if s.IsEmpty() {
		return t.c.Messages
	}
	if len(t.c.Messages) > 0 && t.c.Messages[0].Role == llm.User {
		first := t.c.Messages[0]
		first.Text = s.Text() + first.Text
		return append([]chat.Message{first}, t.c.Messages[1:]...)
	}
	return append([]chat.Message{{Role: llm.User, Text: s.Text()}}, t.c.Messages...)
}

// resultTokens is what the results of a message may take.
func (t *turn) resultTokens(m chat.Message) int {
	if m.N < t.c.Mark.Short {
		return shortResult * max(1, len(m.Results))
	}
	return t.share(resultShare, t.limits.ToolResultTokens)
}

// textMessage writes a message for a model that calls tools in text.
func (t *turn) textMessage(m chat.Message) llm.Message {
	switch m.Role {
	case llm.Assistant:
		return llm.Message{Role: m.Role, Content: asText(t.abridged(m))}
	case llm.ToolRole:
		images, why := t.shown(m, resultImages(m))
		return llm.Message{Role: m.Role, Content: t.m.cfg.Formatter.Results(notationResults(m), t.resultTokens(m)) + why, Images: images}
	}
	return t.userMessage(m)
}

// asText is what an assistant wrote; calls that were made natively are written out.
func asText(m chat.Message) string {
	if len(m.Calls) == 0 || strings.Contains(m.Raw, notation.OpenTag) || !blank(strings.TrimPrefix(m.Raw, m.Text)) {
		return m.Raw
	}
	var calls []notation.Call
	for _, c := range m.Calls {
		calls = append(calls, notation.Call{Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning})
	}
	return strings.TrimSpace(m.Text + "\n" + notation.FormatCalls(calls))
}

func notationResults(m chat.Message) []notation.Result {
	rs := make([]notation.Result, len(m.Results))
	for i, r := range m.Results {
		rs[i] = notation.Result{Tool: r.Tool, OK: r.Failure == "", JSON: r.Body, Err: r.Failure}
	}
	return rs
}

// resultImages are the pictures of all results.
func resultImages(m chat.Message) (all []llm.Image) {
	for _, r := range m.Results {
		all = append(all, r.Images...)
	}
	return all
}

// nativeMessages writes a message for a model that calls functions: every call with its id, every result with its call's.
func (t *turn) nativeMessages(m chat.Message) []llm.Message {
	switch m.Role {
	case llm.Assistant:
		m = t.abridged(m)
		said := llm.Message{Role: llm.Assistant, Content: m.Text}
		for i, c := range m.Calls {
			if c.Tool != "" {
				said.ToolCalls = append(said.ToolCalls, llm.ToolCall{Index: i, ID: c.ID, Name: c.Tool, Arguments: string(c.Args)})
			}
		}
		if len(said.ToolCalls) == 0 && len(m.Calls) > 0 {
			said.Content = m.Raw
		}
		return []llm.Message{said}
	case llm.ToolRole:
		return t.nativeResults(m)
	}
	return []llm.Message{t.userMessage(m)}
}

// nativeResults answers each call by its id; what could not be read as a call is told as the user's word.
func (t *turn) nativeResults(m chat.Message) (out []llm.Message) {
	var loose []notation.Result
	all := notationResults(m)
	for _, r := range all {
		if r.Tool == "" {
			loose = append(loose, r)
		}
	}
	for i, r := range m.Results {
		if r.Tool == "" {
			continue
		}
		body := t.m.cfg.Formatter.Results(all[i:i+1], t.resultTokens(m)/len(m.Results))
		images, why := t.shown(m, r.Images)
		out = append(out, llm.Message{Role: llm.ToolRole, Content: body + why, Images: images, ToolCallID: r.CallID, IsError: !r.OK})
	}
	if len(loose) > 0 {
		out = append(out, llm.Message{Role: llm.User, Content: t.m.cfg.Formatter.Results(loose, t.resultTokens(m))})
	}
	return out
}

// spend adds what an answer has used, estimated where the provider doesn't say.
func (t *turn) spend(req llm.Request, a *answer) {
	u := &t.result.Usage
	u.ContextWindow = t.route.Window
	used, size := a.usage, measure(req)
	if used == nil {
		used = &llm.Usage{InputTokens: size.total(), OutputTokens: notation.EstimateTokens(a.raw.String()) + a.reasoned}
		u.Estimated = true
	} else {
		t.m.counting.learn(t.route.Name, size.total(), used.InputTokens)
	}
	u.InputTokens += used.InputTokens
	u.OutputTokens += used.OutputTokens
	u.CachedTokens += used.CachedTokens
	cost := t.route.Price.Of(*used)
	u.CostUSD += cost
	u.CostEstimated = u.CostEstimated || cost > 0 && (t.route.Price.Estimated || a.usage == nil)
	u.ContextTokens = used.InputTokens + used.OutputTokens
	u.Parts = t.parts(size)
	t.emit(chat.UsageUpdate{Usage: *u})
}
