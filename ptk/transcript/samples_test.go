package transcript

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// sample is a value with every field set, and the conversions to and from its row.
type sample struct {
	name     string
	value    any
	store    func() string
	restored func(data string) (any, error)
}

func samples() []sample {
	var all []sample
	for _, e := range sampleEvents() {
		entry, _ := eventEntry(e)
		all = append(all, sample{reflect.TypeOf(e).Name(), e, func() string { return entry.Data }, func(data string) (any, error) {
			return eventOf(history.Entry{Kind: entry.Kind, Data: data})
		}})
	}
	request, result := sampleRequest(), sampleResult()
	all = append(all,
		sample{"ChatRequest", request, func() string { return storedRequest(request) }, func(data string) (any, error) {
			return restoredRequest(data)
		}},
		sample{"ChatResult", result, func() string { return storedResult(result) }, func(data string) (any, error) {
			r, err := restoredChatResult(data)
			return *r, err
		}})
	messages := sampleMessages()
	for _, name := range slices.Sorted(maps.Keys(messages)) {
		m := messages[name]
		all = append(all, sample{name, m, func() string { return messageEntry(m).Data }, func(data string) (any, error) {
			return restored(history.Entry{Ordinal: m.N, Turn: m.Turn, Data: data})
		}})
	}
	m := sampleMark()
	restoreMark := func(data string) (any, error) { return restoredMark(history.Entry{Data: data}) }
	return append(all, sample{"mark", m, func() string { return markEntry(m).Data }, restoreMark})
}

func sampleEvents() []chat.Event {
	return []chat.Event{
		chat.TurnStart{ConversationID: "C", TurnID: "T", Model: "p/m", MaxIterations: 7},
		chat.Iteration{N: 2, Type: "tool_call", ToolCallsSoFar: 3},
		chat.Text{Text: "<text> & \"more\""},
		chat.Reasoning{Text: "<thought>"},
		chat.ToolCallStart{
			ID: "K", Tool: "read_file", Title: "Read <a>", Kind: tools.KindRead, Args: json.RawMessage(`{"path":"<a>"}`), Reasoning: "why & how",
			Locations: []tools.Location{{Path: "/a", Line: 4}},
		},
		chat.ToolOutput{ID: "K", Chunk: "<chunk>\n"},
		chat.ToolResult{ID: "K", Tool: "edit_file", Result: &tools.Result{
			Fields: json.RawMessage(`{"added":1}`),
			Err: &tools.Error{
				Type: tools.UserError, Code: "NO_FILE", Message: "no <file>", Suggestion: "look", Rejected: true,
				Feedback: "<no>",
			},
			Preview: []string{"+a"}, Diff: &workspace.FileDiff{Path: "/a", Unified: "@@ <d>"}, Changes: sampleChanges(), Cached: true,
		}, Duration: 5 * time.Millisecond},
		chat.Plan{Entries: samplePlan()},
		chat.Retry{Attempt: 2, Of: 3, Delay: 3 * time.Second, Reason: "<busy>", Model: "p/n"},
		chat.UserMessage{Text: "and <this>", Attachments: []chat.Attachment{{
			Path: "/b", StartLine: 51, EndLine: 52, Name: "name", Text: "<text>", MIMEType: "image/png", Data: []byte{1, 2, 3},
		}}},
		chat.UsageUpdate{Usage: sampleUsage()},
		chat.Warning{Code: "history", Message: "<careful>"},
	}
}

func samplePlan() []chat.PlanEntry {
	return []chat.PlanEntry{{Content: "count <all>", Priority: "high", Status: "in_progress"}}
}

func sampleChanges() []tools.Change {
	return []tools.Change{{Path: "/a", Kind: "edit", Added: 11, Removed: 12}}
}

func sampleUsage() chat.Usage {
	return chat.Usage{
		InputTokens: 21, OutputTokens: 22, CachedTokens: 23, Estimated: true, CostUSD: 0.125, CostEstimated: true,
		ContextTokens: 24, ContextWindow: 25, Parts: []chat.PromptPart{{Name: "system", Tokens: 26, Budget: 27}},
	}
}

func sampleRequest() chat.Request {
	temperature := 0.25
	return chat.Request{
		Message: "<ask>", ConversationID: "C", Model: "p/m", Mode: chat.ModePlan, Plan: samplePlan(), Continue: true,
		Tools:       []string{"bash"},
		Temperature: &temperature,
		Attachments: []chat.Attachment{{
			Path: "/a", StartLine: 31, EndLine: 32, Name: "name", Text: "<text>", MIMEType: "image/png", Data: []byte{1, 2, 3},
		}},
		MaxIterations: 33, MaxToolCalls: 34, Timeout: 35 * time.Second,
	}
}

func sampleResult() chat.Result {
	return chat.Result{
		ConversationID: "C", TurnID: "T", Success: true, Cancelled: true, Content: "<answer>",
		Error: &chat.Error{
			Code: chat.Timeout, Kind: llm.KindIdle, Provider: "p", Message: "too <late>", Suggestion: "wait",
		}, Iterations: 41,
		ToolCalls: []chat.ToolCall{{
			ID: "K", Tool: "bash", Args: json.RawMessage(`{"command":"<c>"}`), Reasoning: "why", Success: true,
			Duration: 42 * time.Second, Cached: true, Error: "<failed>",
		}},
		Changes: sampleChanges(), Plan: samplePlan(), Usage: sampleUsage(), Duration: 43 * time.Second, Model: "p/m",
	}
}

func sampleMessages() map[string]chat.Message {
	picture := []llm.Image{{MIME: "image/png", Data: []byte{4, 5, 6}}}
	return map[string]chat.Message{
		"message of the user": {
			N: 51, Turn: "T", Role: llm.User, Text: "<ask>", Raw: "<raw>", Images: picture,
			Seen: []tools.Seen{{Path: "/a", Hash: "h"}, {Path: "/gone"}},
		},
		"message of the model": {N: 52, Turn: "T", Role: llm.Assistant, Text: "<say>", Raw: "<say> it", Calls: []chat.Call{
			{ID: "K", Tool: "bash", Reasoning: "why & how", Args: json.RawMessage(`{"command": "<c>"}`)},
		}},
		"message of a tool": {N: 53, Turn: "T", Role: llm.ToolRole, Results: []chat.CallResult{
			{CallID: "K", Tool: "bash", OK: true, Body: json.RawMessage(`{"output": "<o>"}`), Failure: "no <reason>", Images: picture},
		}},
	}
}

func sampleMark() prompt.Mark {
	return prompt.Mark{From: 61, Short: 62, Cut: 63, Summary: prompt.Summary{
		Task: "<task>", Notes: []string{"note"}, Changed: []string{"/changed"}, Read: []string{"/read"}, Open: []string{"open"},
		Narrative: "told", Exchanges: []prompt.Exchange{{Asked: "asked", Answered: "answered"}}, Dropped: 63,
	}}
}

// emptySample is the row of a value that is empty or has empty values in it: on disk nil and an empty list differ.
type emptySample struct{ name, data string }

func emptySamples() []emptySample {
	noErr := &tools.Result{Err: &tools.Error{}, Preview: []string{}, Changes: []tools.Change{}, Diff: &workspace.FileDiff{}}
	return []emptySample{
		{"request of nil", storedRequest(chat.Request{})},
		{"request of empty lists", storedRequest(chat.Request{
			Attachments: []chat.Attachment{{Data: []byte{}}}, Plan: []chat.PlanEntry{}, Tools: []string{},
		})},
		{"result of nil", storedResult(chat.Result{})},
		{"result of empty lists", storedResult(chat.Result{
			Error: &chat.Error{}, ToolCalls: []chat.ToolCall{{}}, Changes: []tools.Change{}, Plan: []chat.PlanEntry{},
			Usage: chat.Usage{Parts: []chat.PromptPart{}},
		})},
		{"call of nil", eventData(chat.ToolCallStart{})},
		{"call of an empty list", eventData(chat.ToolCallStart{Args: json.RawMessage(" { }"), Locations: []tools.Location{}})},
		{"tool result of nil", eventData(chat.ToolResult{})},
		{"tool result of empty lists", eventData(chat.ToolResult{Result: noErr})},
		{"plan of nil", eventData(chat.Plan{})},
		{"plan of an empty list", eventData(chat.Plan{Entries: []chat.PlanEntry{}})},
		{"message of nil", messageEntry(chat.Message{}).Data},
		{"message of empty values", messageEntry(chat.Message{
			Role: llm.ToolRole, Calls: []chat.Call{{}}, Results: []chat.CallResult{{}}, Seen: []tools.Seen{{}},
		}).Data},
		{"mark of nil", markEntry(prompt.Mark{}).Data},
		{"mark of an empty exchange", markEntry(prompt.Mark{Summary: prompt.Summary{Exchanges: []prompt.Exchange{{}}}}).Data},
	}
}

func eventData(e chat.Event) string {
	entry, _ := eventEntry(e)
	return entry.Data
}
