package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/cmd/ptk-lsp/tracing/timeline"
)

// traceCommand shows one turn as a timeline.
func traceCommand(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("trace", "[-C DIR] [--json] [--full] [--turn ID] [FILE | CONVERSATION[/TURN]]")
	asJSON := fs.Bool("json", false, "print JSON")
	full := fs.Bool("full", false, "show every text in full")
	turn := fs.String("turn", "", "the `id` of the turn, or its first characters; the last turn if not given")
	dir := fs.String("C", ".", "the `folder` of the workspace")
	if code, ok := cli.ParseFlags(fs, args); !ok {
		return code
	}
	var t *timeline.Turn
	var err error
	if source := fs.Arg(0); isFile(source) {
		t, err = timelineOfFile(source, *turn)
	} else {
		conversation, id, _ := strings.Cut(source, "/")
		t, err = timelineOfHistory(ctx, p, *dir, conversation, cmp.Or(*turn, id))
	}
	if err != nil {
		return p.Fail(err)
	}
	if *asJSON {
		return p.PrintJSON(t)
	}
	style := timeline.Style{Width: columns(p), Color: p.HasColor, Full: *full}
	if err := t.Write(terminal.Raw(p.Stdout), style); err != nil {
		return p.Fail(err)
	}
	return cli.ExitOK
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func timelineOfFile(path, turn string) (*timeline.Turn, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return timeline.Read(f, turn)
}

// timelineOfHistory returns the timeline of a past turn, of the last conversation if none is named.
func timelineOfHistory(ctx context.Context, p *cli.Process, dir, conversation, turn string) (*timeline.Turn, error) {
	b, err := backend.OpenIn(ctx, p, backend.Options{Folders: []string{dir}, ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer b.CloseIn(p)
	if conversation == "" || conversation == "last" {
		if conversation, err = lastConversation(ctx, b.Manager); err != nil {
			return nil, err
		}
	}
	info, turns, err := b.Manager.Conversation(ctx, conversation)
	if err != nil {
		return nil, fmt.Errorf("%s is no trace file, and as a conversation: %w", conversation, err)
	}
	return timeline.FromHistory(info, turns, turn)
}

// columns returns the width of the terminal, or 0 if it is not known.
func columns(p *cli.Process) int {
	if n, err := strconv.Atoi(p.Env("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return terminal.Columns(p.Stdout)
}
