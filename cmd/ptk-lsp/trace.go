package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/cmd/ptk-lsp/tracing/timeline"
	"ptk-lsp/ptk/chat"
)

// watch tells those who watch turns what the settings and the command line say now. Who can't be told is a problem.
func (s *stack) watch() {
	s.logs.set(s.settings.Telemetry.LogLevel)
	file, source := s.traceFile, "--trace"
	if file == "" {
		file, source = s.settings.Telemetry.TraceFile, "telemetry"
	} else if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	endpoint := s.settings.Telemetry.OTLPEndpoint
	if err := s.trace.Configure(tracing.Config{Endpoint: endpoint, Headers: s.otlpHeaders(endpoint), File: file}); err != nil {
		s.problem(source, err)
	}
}

// otlpHeaders are the header fields that the environment has for the collector: none, where it has them for another one.
func (s *stack) otlpHeaders(endpoint string) string {
	if meant := s.env("OTEL_EXPORTER_OTLP_ENDPOINT"); meant != "" && !sameOrigin(meant, endpoint) {
		return ""
	}
	return s.env("OTEL_EXPORTER_OTLP_HEADERS")
}

func sameOrigin(a, b string) bool {
	one, errA := url.Parse(a)
	other, errB := url.Parse(b)
	return errA == nil && errB == nil && one.Scheme == other.Scheme && strings.EqualFold(one.Host, other.Host)
}

// chat runs a turn and tells of it.
func (s *stack) chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	return s.trace.Chat(ctx, r, emit, s.manager.Chat)
}

// traceTurn shows one turn as a timeline.
func (a *app) traceTurn(ctx context.Context, args []string) int {
	fs := a.flags("trace", "[-C DIR] [--json] [--full] [--turn ID] [FILE | CONVERSATION[/TURN]]")
	asJSON := fs.Bool("json", false, "print JSON")
	full := fs.Bool("full", false, "show all of every text")
	turn := fs.String("turn", "", "the `id` of the turn, or its beginning; else the last")
	dir := fs.String("C", ".", "the `folder` that was worked in")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	var t *timeline.Turn
	var err error
	if what := fs.Arg(0); isFile(what) {
		t, err = traceOfFile(what, *turn)
	} else {
		conversation, id, _ := strings.Cut(what, "/")
		t, err = a.traceOfHistory(ctx, *dir, conversation, cmp.Or(*turn, id))
	}
	if err != nil {
		return a.fail(err)
	}
	if *asJSON {
		return a.printJSON(t)
	}
	if err := t.Write(ownTo(a.stdout), timeline.Style{Width: a.columns(), Color: a.color, Full: *full}); err != nil {
		return a.fail(err)
	}
	return exitOK
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func traceOfFile(path, turn string) (*timeline.Turn, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return timeline.Read(io.Reader(f), turn)
}

// traceOfHistory makes the timeline of a past turn; of the last conversation where none is named.
func (a *app) traceOfHistory(ctx context.Context, dir, conversation, turn string) (*timeline.Turn, error) {
	s, err := a.open(ctx, openOptions{dirs: []string{dir}, looking: true})
	if err != nil {
		return nil, err
	}
	defer s.close(a)
	if conversation == "" || conversation == "last" {
		if conversation, err = lastConversation(ctx, s.manager); err != nil {
			return nil, err
		}
	}
	info, turns, err := s.manager.Conversation(ctx, conversation)
	if err != nil {
		return nil, fmt.Errorf("%s is no trace file, and as a conversation: %w", conversation, err)
	}
	return timeline.FromHistory(info, turns, turn)
}

// columns is the width of the terminal; 0 where it is not known.
func (a *app) columns() int {
	if n, err := strconv.Atoi(a.env("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if s, ok := a.stdout.(*screen); ok {
		columns, _ := terminalSize(s.file)
		return columns
	}
	return 0
}
