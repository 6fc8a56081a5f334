package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/cmd/ptk-lsp/terminal"
)

// chatFlags are the flags and arguments of the chat command.
type chatFlags struct {
	dir, model, mode, conversation string
	trace, message                 string
	yes, json, last                bool
}

// mapWait is how long the first answer may be delayed by a map of the workspace.
const mapWait = 50 * time.Millisecond

// parseChatFlags parses the flags. If ok is false the command ends with the exit code.
func parseChatFlags(p *cli.Process, args []string) (f chatFlags, code int, ok bool) {
	const synopsis = "[-C DIR] [-m MODEL] [--mode ask|plan|agent] [--continue | -c ID] [--yes] [--json] [--trace FILE] [MESSAGE]"
	fs := p.Flags("chat", synopsis)
	fs.StringVar(&f.dir, "C", ".", "the `folder` to work in")
	fs.StringVar(&f.model, "m", "", "the `model`, as provider/model")
	fs.StringVar(&f.mode, "mode", "agent", "ask: only tools that read; plan: make a plan and stop; agent: all tools")
	fs.BoolVar(&f.last, "continue", false, "continue the last conversation about the folder")
	fs.StringVar(&f.conversation, "c", "", "continue the conversation with this `id`")
	fs.BoolVar(&f.yes, "yes", false, "allow everything without asking")
	fs.BoolVar(&f.json, "json", false, "print each event as a line of JSON, and the result last")
	fs.StringVar(&f.trace, "trace", "", "record each turn in full to a `file` on this machine, for ptk-lsp trace")
	code, ok = cli.ParseFlags(fs, args)
	f.message = strings.Join(fs.Args(), " ")
	return f, code, ok
}

// chatCommand runs one turn, or a prompt loop on a terminal.
func chatCommand(ctx context.Context, p *cli.Process, args []string) int {
	f, code, ok := parseChatFlags(p, args)
	if !ok {
		return code
	}
	log, err := logfile.Open(dirs.New(p.Env).Log(), "")
	if err != nil {
		return p.Fail(err)
	}
	defer log.Close()
	term := p.Terminal()
	defer term.Close()
	b, err := backend.OpenIn(ctx, p, backend.Options{
		Folders: []string{f.dir}, Model: f.model, Log: log, Trace: f.trace, MapWait: mapWait,
		Client: backend.Client{Confirm: term.Consent(f.yes)},
	})
	if err != nil {
		return p.Fail(err)
	}
	defer b.CloseIn(p)
	if f.last && f.conversation == "" {
		if f.conversation, err = lastConversation(ctx, b.Manager); err != nil {
			return p.Fail(err)
		}
	}
	d := &dialog{Process: p, backend: b, term: term, mode: f.mode, conversation: f.conversation, view: textView{term}}
	if f.json {
		d.view = jsonView{p}
	}
	return runChat(ctx, d, f.message)
}

// runChat sends the message of the command line, those that a person types, or the one on stdin.
func runChat(ctx context.Context, d *dialog, message string) int {
	if strings.TrimSpace(message) != "" {
		return sendOnce(ctx, d, message)
	}
	if d.IsTyped && d.term.Interactive() {
		return promptLoop(ctx, d)
	}
	text, err := io.ReadAll(d.Stdin)
	if err != nil {
		return d.Fail(fmt.Errorf("reading the message: %w", err))
	}
	return sendOnce(ctx, d, string(text))
}

// sendOnce runs one turn and returns the exit code.
func sendOnce(ctx context.Context, d *dialog, message string) int {
	if strings.TrimSpace(message) == "" {
		return d.Fail(errors.New("there is no message; give it as an argument or on stdin"))
	}
	result, err := d.turn(ctx, d.request(message))
	switch {
	case err != nil:
		return d.Fail(err)
	case result.Cancelled:
		return terminal.ExitInterrupted
	case !result.Success:
		return cli.ExitFail
	}
	return cli.ExitOK
}

// promptLoop asks for messages until the input ends.
func promptLoop(ctx context.Context, d *dialog) int {
	d.backend.Indexes.Questions.Start() // while the person types
	d.term.Hint("Ask about this folder. What you type while it answers is sent to the model; Ctrl-C stops an answer, Ctrl-D quits.")
	d.steered = true
	if r, ok := d.offerContinue(ctx); ok {
		if err := d.converse(ctx, r); err != nil {
			d.Fail(err)
		}
	}
	interrupted := false
	for {
		line, err := d.term.Message(ctx)
		if errors.Is(err, terminal.ErrInterrupt) && !interrupted {
			interrupted = true
			d.term.Hint("Press Ctrl-C again, or Ctrl-D, to quit.")
			continue
		}
		if err != nil {
			return cli.ExitOK
		}
		interrupted = false
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := d.converse(ctx, d.request(line)); err != nil {
			d.Fail(err)
		}
	}
}
