package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/tools"
	"ptk-lsp/tools/rulekey"
)

// tool is a tool of a server under the name by which models call it.
type tool struct {
	*definition
	server *server
	name   string
}

// Spec implements [tools.Tool]. A server may declare that its tool only reads; that never spares the question.
func (t *tool) Spec() tools.Spec {
	s := tools.Spec{
		Name: t.name, Description: t.description, Kind: tools.KindOther, Parameters: t.parameters, Confirm: true,
		Source: tools.SourceMCP,
	}
	if a := t.def.Annotations; a != nil && a.ReadOnlyHint {
		s.Kind = tools.KindRead
	}
	if s.Description == "" {
		s.Description = "A tool of the MCP server " + t.server.name + "."
	}
	return s
}

const (
	outputPause = 40 * time.Millisecond // between two progress messages; those in between are not shown
	maxCall     = 10 * time.Minute      // limits a call that shows signs of life
)

// Prepare implements [tools.Tool]: the title shows the server, the tool and its exact arguments.
func (t *tool) Prepare(_ context.Context, c *tools.Call) (*tools.Action, error) {
	args, key := exactly(c.Args), rulekey.Name(t.mark)
	rule := fmt.Sprintf("use %s of the MCP server %s, with any arguments", short(t.def.Name, 100), t.server.name)
	a := &tools.Action{
		Title: fmt.Sprintf("%s: %s", t.server.name, short(t.def.Name, 100)), Risk: t.risk(),
		Rules:   tools.Rules{Keys: tools.KeysOf(key), Always: tools.OfferMatching(rule, key.Pattern())},
		Timeout: maxCall,
		Do:      func(ctx context.Context) (*tools.Result, error) { return t.call(ctx, c) },
	}
	if len(args) <= longestTitle {
		a.Title += " " + args
	}
	return a, nil
}

// risk describes what runs and what the server declares about it, the worst first.
func (t *tool) risk() string {
	where := "the program " + t.server.cfg.Command + " on this machine, outside of the sandbox"
	if t.server.cfg.URL != "" {
		where = withoutSecrets(t.server.cfg.URL)
	}
	text := fmt.Sprintf("The MCP server %s runs it: %s.", t.server.name, where)
	switch a := t.def.Annotations; {
	case a == nil:
	case a.ReadOnlyHint:
		text += " The server declares that it changes nothing."
	case a.DestructiveHint != nil && *a.DestructiveHint:
		text = "The server declares that it may destroy something. " + text
	}
	return text
}

// exactly returns JSON on one line without hidden characters.
func exactly(args json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, args) != nil {
		return string(args)
	}
	var out strings.Builder
	for _, r := range b.String() {
		if !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}

// errSilent is the cause of ending a call that shows no sign of life.
var errSilent = errors.New("no sign of life")

// call makes the call, and ends it if the server shows no sign of life for too long.
func (t *tool) call(ctx context.Context, c *tools.Call) (*tools.Result, error) {
	session, err := t.server.open(ctx)
	if err != nil {
		return nil, t.fault("is not running: "+err.Error(), "Go on without it, or tell the user.", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := cmp.Or(t.server.cfg.Timeout, time.Minute)
	silence := time.AfterFunc(idle, func() { cancel(errSilent) })
	defer silence.Stop()
	params := &sdk.CallToolParams{Name: t.def.Name, Arguments: c.Args}
	var shown time.Time
	token, done := t.server.link.calls.begin(func(text string) {
		silence.Reset(idle)
		if time.Since(shown) >= outputPause {
			shown = time.Now()
			c.Output(text)
		}
	})
	defer done()
	params.SetProgressToken(token)
	r, err := session.CallTool(ctx, params)
	switch {
	case err == nil:
		return result(t.server.name, r), nil
	case context.Cause(ctx) == errSilent:
		t.server.probe(session) //nolint:contextcheck // outlives the call
		return nil, &tools.Error{
			Type: tools.SystemError, Code: tools.CodeTimeout, Message: fmt.Sprintf(
				"The MCP server %s gave no sign of life for %s.", t.server.name, idle,
			),
			Suggestion: "Ask for less, or go on without it. The user can set mcpServers." + t.server.name + ".timeoutMs.", Cause: errSilent,
		}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if refusal := new(jsonrpc.Error); errors.As(err, &refusal) {
		return nil, t.fault(
			"refused the call: "+short(refusal.Message, 2000),
			"See that the arguments are what the tool wants; "+DescribeTool+" tells.", err,
		)
	}
	if t.server.cfg.URL != "" && !errors.Is(err, sdk.ErrConnectionClosed) && !errors.Is(err, sdk.ErrSessionMissing) {
		return nil, t.fault("could not be asked: "+short(err.Error(), 500), "Go on without it, or tell the user.", err)
	}
	t.server.link.lost(session)
	return nil, t.fault("ended while it worked on this", "It is being started again; see what the call has done before you repeat it.", err)
}

func (t *tool) fault(what, suggestion string, cause error) *tools.Error {
	return &tools.Error{
		Type: tools.SystemError, Message: fmt.Sprintf("The MCP server %s %s.", t.server.name, strings.TrimRight(what, ".")),
		Suggestion: suggestion, Cause: cause,
	}
}
