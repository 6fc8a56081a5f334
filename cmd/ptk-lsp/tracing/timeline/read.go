package timeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/tracing"
)

// maxLine is the maximum length of a line of a trace file.
const maxLine = 64 << 20

// ErrNoTurn is the error if the turn does not exist.
var ErrNoTurn = errors.New("no such turn")

// Read reads a turn of a trace file: the one with the id or its first characters, or the last one if id is "". It skips incomplete
// lines, such as those of a killed process.
func Read(r io.Reader, id string) (*Turn, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	var turn string
	var records []tracing.Record
	for lines.Scan() {
		var rec tracing.Record
		if json.Unmarshal(bytes.TrimSpace(lines.Bytes()), &rec) != nil || rec.Turn == "" || !strings.HasPrefix(rec.Turn, id) {
			continue
		}
		if rec.Turn != turn {
			if rec.Kind != tracing.KindTurn {
				continue // the rest of an earlier turn that ran at the same time
			}
			turn, records = rec.Turn, nil
		}
		records = append(records, rec)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the trace: %w", err)
	}
	if turn == "" {
		return nil, fmt.Errorf("%w in the trace: %q", ErrNoTurn, id)
	}
	return assemble(records), nil
}

// assemble converts the records of a turn.
func assemble(records []tracing.Record) *Turn {
	b := builder{turn: &Turn{}, models: map[string]*Step{}, tools: map[string]*Step{}}
	for _, r := range records {
		b.add(r)
	}
	return b.turn
}

type builder struct {
	turn   *Turn
	models map[string]*Step // by parent and number
	tools  map[string]*Step // by the call's id
}

func (b *builder) add(r tracing.Record) {
	switch r.Kind {
	case tracing.KindTurn:
		b.turn.ID, b.turn.Conversation, b.turn.Model, b.turn.Mode, b.turn.Began = r.Turn, r.Conversation, r.Model, r.Mode, r.Time
		b.step(User, r).add("message", r.Text)
	case tracing.KindUser:
		b.step(User, r).add("message", r.Text)
	case tracing.KindWarning:
		s := b.step(Warning, r)
		s.Name = r.ID
		s.add("", r.Text)
	case tracing.KindRequest:
		b.request(r)
	case tracing.KindAnswer:
		b.answer(r)
	case tracing.KindCall:
		s := b.step(Tool, r)
		s.Name = r.Tool
		s.add("why", r.Reasoning)
		s.add("arguments", string(r.Args))
		b.tools[r.ID] = s
	case tracing.KindRun:
		if s := b.tools[r.ID]; s != nil {
			s.TookMs = r.TookMs
		}
	case tracing.KindResult:
		b.result(r)
	case tracing.KindEnd:
		b.turn.TookMs, b.turn.Success, b.turn.Error = r.TookMs, r.Success, r.Error
		if r.Usage != nil {
			b.turn.InputTokens, b.turn.OutputTokens = r.Usage.Input, r.Usage.Output
		}
	}
}

func (b *builder) step(kind string, r tracing.Record) *Step {
	at := r.Ms
	s := &Step{Kind: kind, AtMs: &at, Inner: r.Parent != "" && r.Parent != r.Turn}
	b.turn.Steps = append(b.turn.Steps, s)
	return s
}

func modelKey(r tracing.Record) string { return fmt.Sprint(r.Parent, " ", r.Call) }

func (b *builder) request(r tracing.Record) {
	s := b.step(Model, r)
	s.Name = r.Model
	if r.Same > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d messages as before", r.Same))
	}
	if len(r.Tools) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d tools", len(r.Tools)))
	}
	for _, m := range r.New {
		s.add(m.Role, m.Text)
		for _, c := range m.Calls {
			s.add(m.Role+" calls", c.Tool+" "+c.Arguments)
		}
	}
	b.models[modelKey(r)] = s
}

func (b *builder) answer(r tracing.Record) {
	s := b.models[modelKey(r)]
	if s == nil {
		return
	}
	s.TookMs, s.Error = r.TookMs, r.Error
	if r.FirstMs > 0 {
		s.Notes = append(s.Notes, "first piece after "+seconds(r.FirstMs))
	}
	if r.Usage != nil {
		s.Notes = append(s.Notes, tokens(r.Usage.Input, r.Usage.Output, r.Usage.Cached))
	}
	if r.Finish != "" && r.Finish != "stop" {
		s.Notes = append(s.Notes, "ended by "+r.Finish)
	}
	s.add("thinks", r.Reasoning)
	s.add("answer", r.Text)
	for _, c := range r.Calls {
		s.add("calls", c.Tool+" "+c.Arguments)
	}
}

func (b *builder) result(r tracing.Record) {
	s := b.tools[r.ID]
	if s == nil {
		s = b.step(Tool, r)
		s.Name = r.Tool
	}
	if waited := r.TookMs - s.TookMs; s.TookMs > 0 && waited > 100 {
		s.Notes = append(s.Notes, "asked and prepared for "+seconds(waited))
	} else if s.TookMs == 0 && r.TookMs > 0 {
		s.Notes = append(s.Notes, "not run, after "+seconds(r.TookMs))
	}
	if r.Cached {
		s.Notes = append(s.Notes, "as before")
	}
	s.Error = r.Error
	s.add("result", string(r.Result))
}

// tokens formats the tokens of a call.
func tokens(in, out, cached int) string {
	s := fmt.Sprintf("%s → %s tokens", thousands(in), thousands(out))
	if cached > 0 {
		s += fmt.Sprintf(" (%s cached)", thousands(cached))
	}
	return s
}
