package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace/visible"
)

// chatFlags are what the chat command is told.
type chatFlags struct {
	dir, model, mode, id string
	trace, message       string
	yes, json, last      bool
}

// mapWait is how long the first answer may be later for a map of the workspace.
const mapWait = 50 * time.Millisecond

// chatFlags reads the flags; ok is false where the command should end with the code.
func (a *app) chatFlags(args []string) (f chatFlags, code int, ok bool) {
	fs := a.flags("chat", "[-C DIR] [-m MODEL] [--mode ask|plan|agent] [--continue | -c ID] [--yes] [--json] [--trace FILE] [MESSAGE]")
	fs.StringVar(&f.dir, "C", ".", "the `folder` to work in")
	fs.StringVar(&f.model, "m", "", "the `model`, as provider/model")
	fs.StringVar(&f.mode, "mode", "agent", "ask: only tools that read; plan: make a plan and stop; agent: all tools")
	fs.BoolVar(&f.last, "continue", false, "go on with the last conversation about the folder")
	fs.StringVar(&f.id, "c", "", "go on with the conversation of this `id`")
	fs.BoolVar(&f.yes, "yes", false, "allow what would be asked for")
	fs.BoolVar(&f.json, "json", false, "print each event as a line of JSON, and the result last")
	fs.StringVar(&f.trace, "trace", "", "write all of each turn to a `file` on this machine, for ptk-lsp trace")
	code, ok = parseFlags(fs, args)
	f.message = strings.Join(fs.Args(), " ")
	return f, code, ok
}

// chat runs one turn, or a prompt loop on a terminal.
func (a *app) chat(ctx context.Context, args []string) int {
	f, code, ok := a.chatFlags(args)
	if !ok {
		return code
	}
	log, err := a.logs("")
	if err != nil {
		return a.fail(err)
	}
	defer log.close()
	term := newTerminal(a)
	defer term.close()
	s, err := a.open(ctx, openOptions{dirs: []string{f.dir}, model: f.model, confirm: a.asker(f, term), log: log, traceFile: f.trace, mapWait: mapWait})
	if err != nil {
		return a.fail(err)
	}
	defer s.close(a)
	c := &chatter{app: a, flags: f, stack: s, term: term, conversationID: f.id}
	if f.last && f.id == "" {
		if c.conversationID, err = lastConversation(ctx, s.manager); err != nil {
			return a.fail(err)
		}
	}
	return c.run(ctx)
}

// run takes the message of the command line, those that are typed, or the one on stdin.
func (c *chatter) run(ctx context.Context) int {
	if strings.TrimSpace(c.flags.message) != "" {
		return c.once(ctx, c.flags.message)
	}
	if c.app.typed && c.term.keys != nil {
		return c.loop(ctx)
	}
	message, err := io.ReadAll(c.app.stdin)
	if err != nil {
		return c.app.fail(fmt.Errorf("reading the message: %w", err))
	}
	return c.once(ctx, string(message))
}

// chatter is a chat in the terminal.
type chatter struct {
	app            *app
	flags          chatFlags
	stack          *stack
	term           *terminal
	steered        bool // what is typed while a turn runs is for the model
	conversationID string
}

// once runs one turn and gives the exit code.
func (c *chatter) once(ctx context.Context, message string) int {
	if strings.TrimSpace(message) == "" {
		return c.app.fail(fmt.Errorf("there is no message; give it as an argument or on stdin"))
	}
	result, err := c.turn(ctx, c.request(message))
	switch {
	case err != nil:
		return c.app.fail(err)
	case result.Cancelled:
		return exitInt
	case !result.Success:
		return exitFail
	}
	return exitOK
}

// loop asks for messages until there are no more.
func (c *chatter) loop(ctx context.Context) int {
	c.stack.box.index.Start() // somebody types first
	fmt.Fprintln(c.term.out, "Ask about this folder. What you type while it answers is told to the model; Ctrl-C stops an answer, Ctrl-D ends.")
	c.steered = true
	interrupted := false
	for {
		line, err := c.term.message(ctx)
		if errors.Is(err, errInterrupt) && !interrupted {
			interrupted = true
			fmt.Fprintln(c.term.out, "Ctrl-C again, or Ctrl-D, ends.")
			continue
		}
		if err != nil {
			return exitOK
		}
		interrupted = false
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := c.converse(ctx, c.request(line)); err != nil {
			c.app.fail(err)
		}
	}
}

// converse runs a turn and, where it came to a plan, what the user wants done with that.
func (c *chatter) converse(ctx context.Context, r chat.Request) error {
	for {
		result, err := c.turn(ctx, r)
		if err != nil || len(result.Plan) == 0 {
			return err
		}
		line, err := c.term.prompt(ctx, "Carry it out? [y]es, [n]o, or say what to change: ")
		if err != nil {
			return nil //nolint:nilerr // the end of input, or Ctrl-C: it is not carried out
		}
		switch word := strings.ToLower(strings.TrimSpace(line)); word {
		case "", "n", "no":
			return nil
		case "y", "yes":
			r = c.request("")
			r.Mode, r.Plan = chat.ModeAgent, result.Plan
		default:
			r = c.request(line)
		}
	}
}

// request asks for a turn of the conversation.
func (c *chatter) request(message string) chat.Request {
	return chat.Request{Message: message, ConversationID: c.conversationID, Mode: chat.Mode(c.flags.mode)}
}

// turn runs one turn under Ctrl-C and shows what happens.
func (c *chatter) turn(ctx context.Context, r chat.Request) (*chat.Result, error) {
	ctx, stop := c.term.interruptible(ctx)
	defer stop()
	show, done := c.text, c.textDone
	if c.flags.json {
		show, done = c.jsonEvent, c.jsonDone
	}
	if c.steered {
		defer c.term.keys.listen(nil)
	}
	result, err := c.stack.chat(ctx, r, func(e chat.Event) {
		if start, ok := e.(chat.TurnStart); ok && c.steered {
			c.term.keys.listen(func(line string) { c.steer(ctx, start.ConversationID, line) })
		}
		show(e)
	})
	if err != nil {
		return nil, err
	}
	c.conversationID = result.ConversationID
	done(result)
	if result.Cancelled && c.steered {
		c.notSent()
	}
	return result, nil
}

// steer takes what was typed while a turn runs: the model is told at its next step. A command waits for the turn's end, as does
// what comes too late.
func (c *chatter) steer(ctx context.Context, conversation, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	if !strings.HasPrefix(line, "/") && c.stack.manager.Steer(ctx, conversation, line) == nil {
		c.dim("(the model is told of it at its next step)")
		return
	}
	c.dim("(this is sent when the answer is done)")
	c.term.keys.keep(line)
}

// notSent tells of messages that wait for the end of a turn which the user has stopped: they may no longer be meant.
func (c *chatter) notSent() {
	for _, line := range c.term.keys.forget() {
		c.dim("not sent: %s", line)
	}
}

func (c *chatter) jsonEvent(e chat.Event)        { c.line(wire.FromEvent(e)) }
func (c *chatter) jsonDone(r *chat.Result)       { c.line(wire.FromResult(r)) }
func (c *chatter) dim(format string, arg ...any) { c.term.note(fmt.Sprintf(format, arg...)) }

func (c *chatter) line(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		c.app.fail(err)
		return
	}
	fmt.Fprintf(c.app.stdout, "%s\n", visible.JSON(data))
}

// text shows an event to a person: the answer on stdout, all else on stderr.
func (c *chatter) text(e chat.Event) {
	switch e := e.(type) {
	case chat.Text:
		c.term.answer(e.Text)
	case chat.Iteration:
		c.term.settle()
	case chat.ToolCallStart:
		c.dim("• %s", visible.Line(e.Title))
	case chat.ToolResult:
		c.toolResult(e)
	case chat.Retry:
		c.retry(e)
	case chat.Plan:
		for _, p := range e.Entries {
			c.dim("  [%s] %s", p.Status, visible.Line(p.Content))
		}
	case chat.UserMessage:
		c.term.settle()
		c.dim("> %s", e.Text)
	case chat.Warning:
		c.dim("warning: %s", e.Message)
	}
}

// retry tells that the model is asked again, or another one, and that what came of this answer is void.
func (c *chatter) retry(e chat.Retry) {
	if c.term.void() {
		c.dim("(what is above broke off; the answer comes anew)")
	}
	if e.Model != "" {
		c.dim("%s", e.Reason)
		return
	}
	c.dim("trying again in %s: %s", e.Delay.Round(100*time.Millisecond), e.Reason)
}

func (c *chatter) toolResult(e chat.ToolResult) {
	if err := e.Result.Err; err != nil {
		c.dim("  %s failed: %s", visible.Line(cmp.Or(e.Tool, "call")), err.Message)
		return
	}
	for _, line := range e.Result.Preview {
		c.dim("  %s", visible.Line(line))
	}
}

func (c *chatter) textDone(r *chat.Result) {
	c.term.settle()
	c.term.endLine()
	if r.Cancelled {
		c.dim("stopped")
	}
	if r.Error != nil {
		c.dim("%s: %s %s", r.Error.Code, r.Error.Message, r.Error.Suggestion)
	}
}
