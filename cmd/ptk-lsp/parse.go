package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"ptk-lsp/ptk/notation"
	"ptk-lsp/workspace/visible"
)

// parseResult is what the parser made of one message.
type parseResult struct {
	ID        json.RawMessage `json:"id,omitempty"`
	Type      string          `json:"type"`
	Content   string          `json:"content"`
	ToolCalls []parsedCall    `json:"toolCalls"`
	Errors    []parsedError   `json:"errors"`
	Warnings  []parsedWarning `json:"warnings,omitempty"`
}

type parsedCall struct {
	Tool      string          `json:"tool"`
	Args      json.RawMessage `json:"args"`
	Reasoning string          `json:"reasoning,omitempty"`
	Dialect   string          `json:"dialect"`
	Repaired  []string        `json:"repaired"`
	Loose     bool            `json:"loose,omitempty"`
}

type parsedError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Offset  int    `json:"offset"`
}

type parsedWarning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// messageLine is one line of --jsonl. Finish is "length" where the provider cut the message off.
type messageLine struct {
	ID     json.RawMessage `json:"id"`
	Text   *string         `json:"text"`
	Tools  json.RawMessage `json:"tools"`
	Finish string          `json:"finish"`
}

// parseCommand are the flags of the subcommand.
type parseCommand struct {
	jsonl, cut bool
	native     bool
	chunk      int
	tools      string
}

// runParse reads a model's message from stdin, or with --jsonl one from each line, and prints what the parser makes of it as
// one line of JSON each. It gives the exit code.
func runParse(args []string, stdin io.Reader, stdout, stderr io.Writer, tools []notation.Tool) int {
	var f parseCommand
	set := flag.NewFlagSet("parse", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.BoolVar(&f.jsonl, "jsonl", false, "read {id, text, tools?, finish?} from each line and print one result a line")
	set.BoolVar(&f.cut, "cut", false, "the message was cut off at the provider's length limit")
	set.BoolVar(&f.native, "native", false, "the model calls functions by other means than text")
	set.IntVar(&f.chunk, "chunk", 0, "feed the parser `N` bytes at a time; the result is the same")
	set.StringVar(&f.tools, "tools", "", "take the tools from a JSON `FILE` rather than the built-in ones")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if err := f.run(stdin, stdout, tools); err != nil {
		fmt.Fprintf(stderr, "ptk-lsp parse: %v\n", err)
		return exitFail
	}
	return exitOK
}

func (f parseCommand) run(stdin io.Reader, stdout io.Writer, tools []notation.Tool) error {
	if f.tools != "" {
		data, err := os.ReadFile(f.tools)
		if err != nil {
			return fmt.Errorf("reading the tools: %w", err)
		}
		if tools, err = readTools(data); err != nil {
			return fmt.Errorf("reading %s: %w", f.tools, err)
		}
	}
	out := bufio.NewWriter(stdout)
	err := f.messages(stdin, out, tools)
	if flushErr := out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("writing the result: %w", flushErr)
	}
	return err
}

// messages parses every message on stdin.
func (f parseCommand) messages(stdin io.Reader, out *bufio.Writer, tools []notation.Tool) error {
	if f.jsonl {
		return f.lines(stdin, out, tools)
	}
	text, err := io.ReadAll(stdin)
	if err != nil {
		return fmt.Errorf("reading the message: %w", err)
	}
	return writeResult(out, f.parse(string(text), tools, f.cut))
}

// lines parses one message a line. A bad line gives a result that says so.
func (f parseCommand) lines(stdin io.Reader, out *bufio.Writer, tools []notation.Tool) error {
	in := bufio.NewReaderSize(stdin, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := writeResult(out, f.line(line, tools)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a line: %w", err)
		}
	}
}

// line parses the message of one line.
func (f parseCommand) line(line []byte, tools []notation.Tool) parseResult {
	var m messageLine
	err := json.Unmarshal(line, &m)
	if err == nil && m.Text == nil {
		err = errors.New(`the line has no "text"`)
	}
	if err == nil && len(m.Tools) > 0 && string(m.Tools) != "null" {
		tools, err = readTools(m.Tools)
	}
	if err != nil {
		r := resultOf(notation.Output{Errors: []*notation.Error{{Code: notation.ParseError, Message: "bad input line: " + err.Error(), Line: 1, Column: 1}}})
		r.ID = m.ID
		return r
	}
	r := f.parse(*m.Text, tools, f.cut || m.Finish == "length")
	r.ID = m.ID
	return r
}

// parse feeds the parser and gathers what comes out.
func (f parseCommand) parse(text string, tools []notation.Tool, cut bool) parseResult {
	finish := notation.Complete
	if cut {
		finish = notation.Cut
	}
	p := notation.NewParser(notation.Options{Tools: tools, Native: f.native})
	var all notation.Output
	var prose strings.Builder
	gather := func(o notation.Output) {
		prose.WriteString(o.Text)
		all.Calls = append(all.Calls, o.Calls...)
		all.Errors = append(all.Errors, o.Errors...)
		all.Warnings = append(all.Warnings, o.Warnings...)
	}
	for text != "" {
		n := len(text)
		if f.chunk > 0 {
			n = min(n, f.chunk)
		}
		gather(p.Write(text[:n]))
		text = text[n:]
	}
	gather(p.Close(finish))
	all.Text = prose.String()
	return resultOf(all)
}

// resultOf gives an output its shape on the wire.
func resultOf(o notation.Output) parseResult {
	r := parseResult{Type: "text", Content: o.Text, ToolCalls: []parsedCall{}, Errors: []parsedError{}}
	for _, c := range o.Calls {
		r.Type = "tool_call"
		r.ToolCalls = append(r.ToolCalls, parsedCall{c.Tool, c.Args, c.Reasoning, c.Dialect, append([]string{}, c.Repaired...), c.Loose})
	}
	for _, e := range o.Errors {
		r.Errors = append(r.Errors, parsedError{string(e.Code), e.Message, e.Line, e.Column, e.Offset})
	}
	for _, w := range o.Warnings {
		r.Warnings = append(r.Warnings, parsedWarning(w))
	}
	return r
}

func writeResult(out *bufio.Writer, r parseResult) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("writing a result: %w", err)
	}
	if _, err := out.Write(visible.JSON(line.Bytes())); err != nil {
		return fmt.Errorf("writing a result: %w", err)
	}
	return nil
}

// toolJSON is a tool as this program, OpenAI, Anthropic or MCP write it.
type toolJSON struct {
	Name        string          `json:"name"`
	Aliases     []string        `json:"aliases"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
	MCPSchema   json.RawMessage `json:"inputSchema"`
	Function    *toolJSON       `json:"function"`
}

// readTools reads a list of tools, or an object that holds one as "tools".
func readTools(data json.RawMessage) ([]notation.Tool, error) {
	var holder struct {
		Tools json.RawMessage `json:"tools"`
	}
	if json.Unmarshal(data, &holder) == nil && len(holder.Tools) > 0 {
		data = holder.Tools
	}
	var list []toolJSON
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("the tools are no list of {name, description, parameters}: %w", err)
	}
	tools := make([]notation.Tool, len(list))
	for i, t := range list {
		if t.Function != nil {
			t = *t.Function
		}
		if t.Name == "" {
			return nil, fmt.Errorf("tool %d has no name", i+1)
		}
		schema := t.Parameters
		for _, other := range []json.RawMessage{t.InputSchema, t.MCPSchema} {
			if len(schema) == 0 {
				schema = other
			}
		}
		tools[i] = notation.Tool{Name: t.Name, Aliases: t.Aliases, Description: t.Description, Parameters: schema}
	}
	return tools, nil
}

// UnmarshalJSON also takes a tool's name alone.
func (t *toolJSON) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &t.Name)
	}
	type plain toolJSON
	return json.Unmarshal(data, (*plain)(t))
}
