package ptk

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// sample is a value of each type that the history holds, with every field set, and its way to the disk and back.
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
		sample{"ChatRequest", request, func() string { return storedRequest(request) }, func(data string) (any, error) { return restoredRequest(data) }},
		sample{"ChatResult", result, func() string { return storedResult(result) }, func(data string) (any, error) {
			r, err := restoredChatResult(data)
			return *r, err
		}})
	messages := sampleMessages()
	for _, name := range slices.Sorted(maps.Keys(messages)) {
		m := messages[name]
		all = append(all, sample{name, m, func() string { return messageEntry(m).Data }, func(data string) (any, error) {
			return restored(history.Entry{Ordinal: m.n, Turn: m.turn, Data: data})
		}})
	}
	m := sampleMark()
	restoreMark := func(data string) (any, error) { return restoredMark(history.Entry{Data: data}) }
	return append(all, sample{"mark", m, func() string { return m.entry().Data }, restoreMark})
}

func sampleEvents() []Event {
	return []Event{
		TurnStart{"C", "T", "p/m", 7},
		Iteration{2, "tool_call", 3},
		Text{"<text> & \"more\""},
		Reasoning{"<thought>"},
		ToolCallStart{
			"K", "read_file", "Read <a>", tools.KindRead, json.RawMessage(`{"path":"<a>"}`), "why & how",
			[]tools.Location{{Path: "/a", Line: 4}},
		},
		ToolOutput{"K", "<chunk>\n"},
		ToolResult{"K", "edit_file", &tools.Result{
			Fields:  json.RawMessage(`{"added":1}`),
			Err:     &tools.Error{Type: tools.UserError, Code: "NO_FILE", Message: "no <file>", Suggestion: "look"},
			Preview: []string{"+a"}, Diff: &workspace.FileDiff{Path: "/a", Unified: "@@ <d>"}, Changes: sampleChanges(), Cached: true,
		}, 5 * time.Millisecond},
		Plan{samplePlan()},
		Retry{2, 3 * time.Second, "<busy>", "p/n"},
		UserMessage{"and <this>"},
		UsageUpdate{sampleUsage()},
		Warning{"history", "<careful>"},
	}
}

func samplePlan() []PlanEntry { return []PlanEntry{{"count <all>", "high", "in_progress"}} }

func sampleChanges() []tools.Change {
	return []tools.Change{{Path: "/a", Kind: "edit", Added: 11, Removed: 12}}
}

func sampleUsage() Usage {
	return Usage{21, 22, 23, true, 0.125, true, 24, 25, []PromptPart{{"system", 26, 27}}}
}

func sampleRequest() ChatRequest {
	temperature := 0.25
	return ChatRequest{
		Message: "<ask>", ConversationID: "C", Model: "p/m", Mode: ModePlan, Plan: samplePlan(), Tools: []string{"bash"},
		Temperature:   &temperature,
		Attachments:   []Attachment{{"/a", 31, 32, "name", "<text>", "image/png", []byte{1, 2, 3}}},
		MaxIterations: 33, MaxToolCalls: 34, Timeout: 35 * time.Second,
	}
}

func sampleResult() ChatResult {
	return ChatResult{
		ConversationID: "C", TurnID: "T", Success: true, Cancelled: true, Content: "<answer>",
		Error: &ChatError{Timeout, "too <late>", "wait"}, Iterations: 41,
		ToolCalls: []ToolCall{{"K", "bash", json.RawMessage(`{"command":"<c>"}`), "why", true, 42 * time.Second, true, "<failed>"}},
		Changes:   sampleChanges(), Plan: samplePlan(), Usage: sampleUsage(), Duration: 43 * time.Second, Model: "p/m",
	}
}

func sampleMessages() map[string]message {
	picture := []llm.Image{{MIME: "image/png", Data: []byte{4, 5, 6}}}
	return map[string]message{
		"message of the user": {
			n: 51, turn: "T", role: llm.User, text: "<ask>", raw: "<raw>", images: picture,
			seen: []tools.Seen{{Path: "/a", Hash: "h"}, {Path: "/gone"}},
		},
		"message of the model": {n: 52, turn: "T", role: llm.Assistant, text: "<say>", raw: "<say> it", calls: []callRecord{
			{"K", "bash", "why & how", json.RawMessage(`{"command": "<c>"}`)},
		}},
		"message of a tool": {n: 53, turn: "T", role: llm.ToolRole, results: []resultRecord{
			{"K", "bash", true, json.RawMessage(`{"output": "<o>"}`), "no <reason>", picture},
		}},
	}
}

func sampleMark() mark {
	return mark{61, 62, summary{
		"<task>", []string{"note"}, []string{"/changed"}, []string{"/read"}, []string{"open"}, "told", []exchange{{"asked", "answered"}}, 63,
	}}
}

// notStored are the fields that are not written, and why.
var notStored = map[string]string{
	"ToolResult.Result.shows":         "is of the running program",
	"ToolResult.Result.Images":        "the tool's message has them",
	"ToolResult.Result.Diff.NewText":  "is the file's",
	"ToolResult.Result.Err.Cause":     "is of the running program",
	"message of the user.calls":       "only an assistant has calls",
	"message of the user.results":     "only a tool has results",
	"message of the model.images":     "a model shows none",
	"message of the model.results":    "only a tool has results",
	"message of the model.seen":       "is told with the message that brings the files",
	"message of a tool.text":          "is in the results",
	"message of a tool.raw":           "is in the results",
	"message of a tool.images":        "are in the results",
	"message of a tool.calls":         "only an assistant has calls",
	"message of a tool.seen":          "is in another sample",
	"message of the user.seen[].Hash": "is empty for a file that is gone",
}

// TestNoFieldIsForgotten holds that every field of what the history holds reaches the disk and comes back. It fails for a
// new field until the sample has it.
func TestNoFieldIsForgotten(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples() {
		for _, field := range unset(s.name, reflect.ValueOf(s.value)) {
			if seen[field] = true; notStored[field] == "" {
				t.Errorf("%s is not set in the sample", field)
			}
		}
		got, err := s.restored(s.store())
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		unexported := cmp.AllowUnexported(message{}, callRecord{}, resultRecord{}, mark{}, summary{}, exchange{})
		if d := cmp.Diff(s.value, got, unexported, cmpopts.IgnoreUnexported(tools.Result{})); d != "" {
			t.Errorf("%s (-stored +restored):\n%s", s.name, d)
		}
	}
	for field := range notStored {
		if !seen[field] {
			t.Errorf("notStored names %s, which is set or does not exist", field)
		}
	}
}

// unset lists the fields below a value that are zero.
func unset(path string, v reflect.Value) (fields []string) {
	switch {
	case v.IsZero():
		return []string{path}
	case v.Kind() == reflect.Pointer, v.Kind() == reflect.Interface:
		return unset(path, v.Elem())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		for i := range v.Len() {
			fields = append(fields, unset(path+"[]", v.Index(i))...)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fields = append(fields, unset(path+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	}
	return fields
}

// TestEveryEventHasASample holds the samples against the types of event.go.
func TestEveryEventHasASample(t *testing.T) {
	have := map[string]bool{}
	for _, e := range sampleEvents() {
		have[reflect.TypeOf(e).Name()] = true
	}
	for _, name := range eventTypes(t) {
		if !have[name] {
			t.Errorf("there is no sample of %s", name)
		}
	}
}

// eventTypes are the types that have the method event, as event.go has them.
func eventTypes(t *testing.T) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil && m.Name.Name == "event" {
			names = append(names, m.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
	if len(names) == 0 {
		t.Fatal("event.go has no events")
	}
	return names
}

// TestTheDiskStaysAsItIs holds the bytes that are written. A change here makes files that earlier programs can't read,
// whatever the Go fields are called: add an optional field to package record instead, and never rename one.
func TestTheDiskStaysAsItIs(t *testing.T) {
	const path = "testdata/records.txtar"
	var now txtar.Archive
	for _, s := range samples() {
		now.Files = append(now.Files, txtar.File{Name: s.name, Data: []byte(s.store() + "\n")})
	}
	for _, s := range emptySamples() {
		now.Files = append(now.Files, txtar.File{Name: s.name, Data: []byte(s.data + "\n")})
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, txtar.Format(&now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(texts(before), texts(&now)); d != "" {
		t.Errorf("(-before +now):\n%s", d)
	}
}

func texts(a *txtar.Archive) (all []string) {
	for _, f := range a.Files {
		all = append(all, f.Name+": "+string(f.Data))
	}
	return all
}

// emptySample is the data of a value that is empty, or has empty values in it: on the disk nil and an empty list differ.
type emptySample struct{ name, data string }

func emptySamples() []emptySample {
	noErr := &tools.Result{Err: &tools.Error{}, Preview: []string{}, Changes: []tools.Change{}, Diff: &workspace.FileDiff{}}
	return []emptySample{
		{"request of nil", storedRequest(ChatRequest{})},
		{"request of empty lists", storedRequest(ChatRequest{
			Attachments: []Attachment{{Data: []byte{}}}, Plan: []PlanEntry{}, Tools: []string{},
		})},
		{"result of nil", storedResult(ChatResult{})},
		{"result of empty lists", storedResult(ChatResult{
			Error: &ChatError{}, ToolCalls: []ToolCall{{}}, Changes: []tools.Change{}, Plan: []PlanEntry{},
			Usage: Usage{Parts: []PromptPart{}},
		})},
		{"call of nil", eventData(ToolCallStart{})},
		{"call of an empty list", eventData(ToolCallStart{Args: json.RawMessage(" { }"), Locations: []tools.Location{}})},
		{"tool result of nil", eventData(ToolResult{})},
		{"tool result of empty lists", eventData(ToolResult{Result: noErr})},
		{"plan of nil", eventData(Plan{})},
		{"plan of an empty list", eventData(Plan{[]PlanEntry{}})},
		{"message of nil", messageEntry(message{}).Data},
		{"message of empty values", messageEntry(message{
			role: llm.ToolRole, calls: []callRecord{{}}, results: []resultRecord{{}}, seen: []tools.Seen{{}},
		}).Data},
		{"mark of nil", mark{}.entry().Data},
		{"mark of an empty exchange", mark{Summary: summary{Said: []exchange{{}}}}.entry().Data},
	}
}

func eventData(e Event) string {
	entry, _ := eventEntry(e)
	return entry.Data
}
