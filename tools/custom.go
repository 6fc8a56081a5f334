package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ptk-lsp/tools/process"
	"ptk-lsp/tools/rulekey"
)

// Custom is a tool that the user's settings define: a program that gets the arguments as JSON on its standard input. Its
// output is the result: the fields of a JSON object, or a text.
type Custom struct {
	Name, Description string
	Parameters        json.RawMessage // JSON Schema of an object; nil for no arguments
	Command           []string
	Cwd               string        // where it is started: "" in a neutral folder, "workspace", or an absolute path
	Timeout           time.Duration // 0 means 30 seconds
	Confirm           bool
}

// Environment is the environment in which the user's programs run.
type Environment struct {
	Environ  []string
	KeyNames []string // variables that hold keys of model providers; programs don't get them
	Temp     string   // a folder for long outputs; it must exist
	// Neutral returns the folder in which programs are started, see [process.Place].
	Neutral func() (string, error)
}

// toolName matches the names of tools that the wire and all models accept.
var toolName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`)

// NewCustom returns the tool that the settings define. The error names the invalid field.
func NewCustom(d Custom, env Environment) (Tool, error) {
	if !toolName.MatchString(d.Name) {
		return nil, fmt.Errorf("customTools: the name %q must begin with a letter and have only letters, digits, _ and -", d.Name)
	}
	if len(d.Command) == 0 || d.Command[0] == "" {
		return nil, fmt.Errorf("customTools: %s has no command", d.Name)
	}
	if len(d.Parameters) == 0 || string(d.Parameters) == "null" {
		d.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	if _, err := newValidator(d.Parameters); err != nil {
		return nil, fmt.Errorf("customTools: %s: parameters: %w", d.Name, err)
	}
	if d.Cwd == "" && !filepath.IsAbs(d.Command[0]) && filepath.Base(d.Command[0]) != d.Command[0] {
		return nil, fmt.Errorf(
			"customTools: %s: %s is a relative path: give an absolute one, or set cwd to %q", d.Name, d.Command[0],
			process.InWorkspace,
		)
	}
	d.Timeout = cmp.Or(d.Timeout, 30*time.Second)
	return &custom{d, env}, nil
}

type custom struct {
	Custom
	env Environment
}

func (t *custom) Spec() Spec {
	return Spec{
		Name: t.Name, Description: t.Description, Kind: KindOther, Parameters: t.Parameters, Confirm: t.Confirm,
		Source: SourceCustom,
	}
}

func (t *custom) Prepare(_ context.Context, c *Call) (*Action, error) {
	folders := c.Workspace.Folders()
	if len(folders) == 0 {
		return nil, &Error{Type: UserError, Message: "No folder is open."}
	}
	place := process.Place{Neutral: t.env.Neutral}
	for _, f := range folders {
		place.Folders = append(place.Folders, f.Path)
	}
	return &Action{
		Title: "Use " + t.Name, Risk: "It runs " + strings.Join(t.Command, " ") + ", which the settings define.", Rules: Rules{
			KeysOf(rulekey.Name(t.Name)), OfferAll("use the tool " + t.Name),
		}, Timeout: t.Timeout + time.Second,
		Do: func(ctx context.Context) (*Result, error) { return t.run(ctx, c, place) },
	}, nil
}

func (t *custom) run(ctx context.Context, c *Call, place process.Place) (*Result, error) {
	env := slices.DeleteFunc(slices.Clone(t.env.Environ), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return slices.Contains(t.env.KeyNames, name)
	})
	var out, errs bytes.Buffer
	spec, err := place.Spec(t.Command, t.Cwd, env)
	spec.Stdin, spec.Spill, spec.Stdout = bytes.NewReader(c.Args), t.env.Temp, &limited{w: &out}
	spec.Output = func(chunk string) {
		if errs.Len() < maxCustomErrors {
			errs.WriteString(chunk)
		}
		c.Output(chunk)
	}
	var p *process.Process
	if err == nil {
		p, err = process.Start(spec)
	}
	if err != nil {
		return nil, &Error{
			Type: SystemError, Code: CodeFailed, Message: fmt.Sprintf("%s can't be run: %v.", t.Name, err),
			Suggestion: "The user has to look at customTools in the settings.", Cause: err,
		}
	}
	limit, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	if _, err := p.Wait(limit); err != nil {
		return nil, err
	}
	if limit.Err() != nil {
		return nil, limit.Err()
	}
	if code, _ := p.Ended(); code != 0 {
		return nil, &Error{
			Type: SystemError, Code: CodeFailed,
			Message: fmt.Sprintf("%s ended with exit code %d: %s", t.Name, code, strings.TrimSpace(errs.String())),
		}
	}
	return customResult(out.Bytes()), nil
}

const (
	maxCustomOutput = 1 << 20
	maxCustomErrors = 4 << 10
)

// limited writes up to maxCustomOutput bytes and drops the rest.
type limited struct{ w *bytes.Buffer }

func (l *limited) Write(data []byte) (int, error) {
	l.w.Write(data[:min(len(data), maxCustomOutput-l.w.Len())])
	return len(data), nil
}

// customResult returns the output as the fields of an object, or else as a text.
func customResult(out []byte) *Result {
	var fields map[string]any
	if json.Unmarshal(out, &fields) == nil && fields != nil {
		for _, k := range []string{"success", "error", "error_type", "code", "suggestion", "cached"} { // the exit code decides these
			delete(fields, k)
		}
		return &Result{Fields: fields, Preview: firstLines(splitLines(string(marshal(fields))), 3)}
	}
	text := strings.ToValidUTF8(string(out), "\ufffd")
	return &Result{Fields: map[string]any{"output": text}, Preview: firstLines(splitLines(text), 3)}
}
