package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/workspace/visible"
)

// parseResult is the result of one message.
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

// messageLine is one line of --jsonl. Finish is "length" if the provider cut the message off.
type messageLine struct {
	ID     json.RawMessage `json:"id"`
	Text   *string         `json:"text"`
	Tools  json.RawMessage `json:"tools"`
	Finish string          `json:"finish"`
}

// parseFlags are the flags of the parse command.
type parseFlags struct {
	jsonl, cut bool
	native     bool
	chunk      int
	tools      string
}

// parseCommand reads a model's message from stdin, or with --jsonl one from each line, and prints what the parser makes of
// each as a line of JSON. Unless --tools names others it knows the built-in tools.
func parseCommand(_ context.Context, p *cli.Process, args []string) int {
	return runParse(p, args, builtinTools())
}

func runParse(p *cli.Process, args []string, tools []notation.Tool) int {
	var f parseFlags
	set := flag.NewFlagSet("parse", flag.ContinueOnError)
	set.SetOutput(p.Stderr)
	set.BoolVar(&f.jsonl, "jsonl", false, "read {id, text, tools?, finish?} from each line and print one result a line")
	set.BoolVar(&f.cut, "cut", false, "the message was cut off at the provider's length limit")
	set.BoolVar(&f.native, "native", false, "the model has native function calls, not calls in text")
	set.IntVar(&f.chunk, "chunk", 0, "feed the parser `N` bytes at a time; the result is the same")
	set.StringVar(&f.tools, "tools", "", "read the tools from a JSON `FILE` instead of using the built-in ones")
	if code, ok := cli.ParseFlags(set, args); !ok {
		return code
	}
	if err := f.run(p.Stdin, p.Stdout, tools); err != nil {
		fmt.Fprintf(p.Stderr, "ptk-lsp parse: %v\n", err)
		return cli.ExitFail
	}
	return cli.ExitOK
}

func (f parseFlags) run(stdin io.Reader, stdout io.Writer, tools []notation.Tool) error {
	if f.tools != "" {
		var err error
		if tools, err = readToolsFile(f.tools); err != nil {
			return err
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
func (f parseFlags) messages(stdin io.Reader, out *bufio.Writer, tools []notation.Tool) error {
	if f.jsonl {
		return f.lines(stdin, out, tools)
	}
	text, err := io.ReadAll(stdin)
	if err != nil {
		return fmt.Errorf("reading the message: %w", err)
	}
	return writeResult(out, f.parse(string(text), tools, f.cut))
}

// lines parses one message a line. A bad line has a result with an error.
func (f parseFlags) lines(stdin io.Reader, out *bufio.Writer, tools []notation.Tool) error {
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
func (f parseFlags) line(line []byte, tools []notation.Tool) parseResult {
	var m messageLine
	err := json.Unmarshal(line, &m)
	if err == nil && m.Text == nil {
		err = errors.New(`the line has no "text"`)
	}
	if err == nil && len(m.Tools) > 0 && string(m.Tools) != "null" {
		tools, err = readTools(m.Tools)
	}
	if err != nil {
		bad := &notation.Error{Code: notation.ParseError, Message: "bad input line: " + err.Error(), Line: 1, Column: 1}
		r := resultOf(notation.Output{Errors: []*notation.Error{bad}})
		r.ID = m.ID
		return r
	}
	r := f.parse(*m.Text, tools, f.cut || m.Finish == "length")
	r.ID = m.ID
	return r
}

// parse parses one message.
func (f parseFlags) parse(text string, tools []notation.Tool, cut bool) parseResult {
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

// resultOf converts an output to its JSON form.
func resultOf(o notation.Output) parseResult {
	r := parseResult{Type: "text", Content: o.Text, ToolCalls: []parsedCall{}, Errors: []parsedError{}}
	for _, c := range o.Calls {
		r.Type = "tool_call"
		r.ToolCalls = append(r.ToolCalls, parsedCall{
			Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning, Dialect: c.Dialect,
			Repaired: append([]string{}, c.Repaired...), Loose: c.Loose,
		})
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
