package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// probeTime bounds one request; a local model may have to be loaded first.
const probeTime = 2 * time.Minute

// Probed is the result of asking a model to call a tool.
type Probed struct {
	Name         string // "provider/model"
	Native, Text error  // nil if the model made the call
	ToolCalling  string // "native" or "ptk"; "" if neither worked
}

// Probe asks a model twice for the same call, natively and in text, and stores the way that worked, preferring the native one. It
// costs two short answers. A model that can't call tools is not an error.
func (c *Catalogue) Probe(ctx context.Context, name string) (Probed, error) {
	r, err := c.find(ctx, name)
	if err != nil {
		return Probed{}, err
	}
	p := Probed{Name: r.Name, Native: try(ctx, r, true), Text: try(ctx, r, false)}
	switch {
	case p.Native == nil:
		p.ToolCalling = "native"
	case p.Text == nil:
		p.ToolCalling = "ptk"
	default:
		return p, nil
	}
	return p, c.probed.store(p.Name, p.ToolCalling)
}

// probeTool returns the tool that the model is asked to call.
func probeTool() notation.Tool {
	return notation.Tool{
		Name: "read_page", Description: "Reads one page of the book that the user has open.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"page":{"type":"integer"}},"required":["page"]}`),
	}
}

// try asks for one call; the error describes what came instead.
func try(ctx context.Context, r chat.Route, native bool) error {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	tool := probeTool()
	req := llm.Request{Model: r.Model, Messages: []llm.Message{
		{Role: llm.System, Content: "Call tools where they help."}, {Role: llm.User, Content: "What does page 7 of my book say?"},
	}}
	if native {
		req.Tools = []llm.Tool{{Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters}}
	} else {
		req.Messages[0].Content = notation.Formatter{}.SystemPrompt(notation.PromptInput{Tools: []notation.Tool{tool}})
	}
	var text, called, args strings.Builder
	for d, err := range r.Provider.Stream(ctx, req) {
		if err != nil {
			return err
		}
		text.WriteString(d.Text)
		for _, f := range d.ToolCalls {
			if f.Index == 0 {
				called.WriteString(f.Name)
				args.WriteString(f.Arguments)
			}
		}
	}
	if native {
		return checkCall(called.String(), args.String())
	}
	out := notation.Parse(text.String(), notation.Options{Tools: []notation.Tool{tool}})
	if len(out.Calls) == 0 {
		return checkCall("", "")
	}
	return checkCall(out.Calls[0].Tool, string(out.Calls[0].Args))
}

// checkCall returns an error unless the call is the one that the probe asks for.
func checkCall(tool, args string) error {
	var a struct{ Page int }
	if tool == "" {
		return errors.New("it called nothing")
	}
	if err := json.Unmarshal([]byte(args), &a); err != nil || tool != probeTool().Name || a.Page != 7 {
		return fmt.Errorf("it called %q with %.100q", tool, args)
	}
	return nil
}
