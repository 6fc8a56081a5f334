package tracing

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gopkg.in/natefinch/lumberjack.v2"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

const (
	maxFileMB  = 64 // size at which the file is rotated
	maxBackups = 1  // rotated files that are kept
)

// fileObserver writes each turn in full to a file that only the user can read: prompts, responses, calls and results.
type fileObserver struct {
	log *slog.Logger

	mu     sync.Mutex // guards what follows
	file   *lumberjack.Logger
	failed bool
	sent   map[requestSeries][]llm.Message // the last request, so that of the next one only new messages are written
}

// requestSeries identifies requests that extend each other: those of a turn, or of a call in it, to one model.
type requestSeries struct {
	turn          *Turn
	parent, route string
}

func newFileObserver(path string, log *slog.Logger) (*fileObserver, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("the trace file %q must be an absolute path", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("creating the folder of the trace file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the trace file: %w", err)
	}
	if err := f.Chmod(0o600); err != nil {
		log.Warn("the trace file may be read by others", "error", err)
	}
	_ = f.Close() // nothing was written
	file := &lumberjack.Logger{Filename: path, MaxSize: maxFileMB, MaxBackups: maxBackups}
	return &fileObserver{log: log, file: file, sent: map[requestSeries][]llm.Message{}}, nil
}

// write adds a line. A write error is logged once and never stops a turn.
func (f *fileObserver) write(t *Turn, r Record) {
	if r.Time.IsZero() {
		r.Time = time.Now()
	}
	r.Turn, r.Ms = t.ID(), ms(r.Time.Sub(t.Began))
	line, err := json.Marshal(r)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		_, err = f.file.Write(append(line, '\n'))
	}
	if err != nil && !f.failed {
		f.failed = true
		f.log.Warn("the trace file can't be written", "error", err)
	}
}

func (f *fileObserver) close(context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.file.Close(); err != nil {
		f.log.Warn("closing the trace file", "error", err)
	}
}

func (f *fileObserver) turnBegan(ctx context.Context, _ *Turn) context.Context { return ctx }

func (f *fileObserver) event(t *Turn, e chat.Event) {
	switch e := e.(type) {
	case chat.TurnStart:
		r := t.Request
		f.write(t, Record{
			Kind: KindTurn, Time: t.Began, Conversation: e.ConversationID, Model: e.Model, Mode: string(r.Mode), Text: r.Message,
		})
	case chat.ToolCallStart:
		f.write(t, Record{Kind: KindCall, ID: e.ID, Tool: e.Tool, Title: e.Title, Args: e.Args, Reasoning: e.Reasoning})
	case chat.ToolResult:
		r := Record{Kind: KindResult, ID: e.ID, Tool: e.Tool, TookMs: ms(e.Duration)}
		if e.Result != nil {
			r.Result, r.Cached = e.Result.JSON(), e.Result.Cached
			if e.Result.Err != nil {
				r.Error = e.Result.Err.Message
			}
		}
		f.write(t, r)
	case chat.UserMessage:
		f.write(t, Record{Kind: KindUser, Text: e.Text})
	case chat.Warning:
		f.write(t, Record{Kind: KindWarning, ID: e.Code, Text: e.Message})
	case chat.Retry:
		f.write(t, Record{Kind: KindWarning, ID: "retry", Text: fmt.Sprintf("Attempt %d in %s: %s", e.Attempt, e.Delay, e.Reason)})
	case chat.Iteration, chat.Text, chat.Reasoning, chat.ToolOutput, chat.Plan, chat.UsageUpdate:
		// the response of the model has them, or they are not recorded
	}
}

func (f *fileObserver) turnEnded(t *Turn, r *chat.Result, err error) {
	f.mu.Lock()
	maps.DeleteFunc(f.sent, func(s requestSeries, _ []llm.Message) bool { return s.turn == t })
	f.mu.Unlock()
	if err != nil {
		return // the turn was refused
	}
	usage := &Tokens{r.Usage.InputTokens, r.Usage.OutputTokens, r.Usage.CachedTokens}
	end := Record{Kind: KindEnd, TookMs: ms(t.Took), Success: r.Success, Usage: usage}
	if r.Error != nil {
		end.Error = r.Error.Error()
	} else if r.Cancelled {
		end.Error = "cancelled"
	}
	f.write(t, end)
}

func (f *fileObserver) modelBegan(ctx context.Context, m *ModelCall) context.Context {
	r := Record{Kind: KindRequest, Time: m.Began, Parent: m.Parent, Call: m.N, Model: m.Route, Messages: len(m.Request.Messages)}
	for _, t := range m.Request.Tools {
		r.Tools = append(r.Tools, t.Name)
	}
	series := requestSeries{m.Turn, m.Parent, m.Route}
	f.mu.Lock()
	r.Same = samePrefix(f.sent[series], m.Request.Messages)
	f.sent[series] = m.Request.Messages
	f.mu.Unlock()
	for _, msg := range m.Request.Messages[r.Same:] {
		r.New = append(r.New, Message{Role: string(msg.Role), Text: msg.Content, Calls: callsOf(msg.ToolCalls)})
	}
	f.write(m.Turn, r)
	return ctx
}

// samePrefix returns how many messages at the start of two requests are equal.
func samePrefix(a, b []llm.Message) int {
	n := 0
	for n < min(len(a), len(b)) && a[n].Role == b[n].Role && a[n].Content == b[n].Content && slices.Equal(a[n].ToolCalls, b[n].ToolCalls) {
		n++
	}
	return n
}

func callsOf(calls []llm.ToolCall) (out []Call) {
	for _, c := range calls {
		out = append(out, Call{c.ID, c.Name, c.Arguments})
	}
	return out
}

func (f *fileObserver) modelEnded(m *ModelCall) {
	r := Record{
		Kind: KindAnswer, Parent: m.Parent, Call: m.N, Model: m.Route, Text: m.Text, Reasoning: m.Thoughts, Calls: callsOf(m.Calls),
		TookMs: ms(m.Took), FirstMs: ms(m.First), Finish: string(m.Finish), Left: m.Left,
	}
	if m.Usage != nil {
		r.Usage = &Tokens{m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CachedTokens}
	}
	if m.Err != nil {
		r.Error = m.Err.Error()
	}
	f.write(m.Turn, r)
}

func (f *fileObserver) toolBegan(ctx context.Context, _ *ToolRun) context.Context { return ctx }

func (f *fileObserver) toolEnded(c *ToolRun) {
	f.write(c.Turn, Record{Kind: KindRun, Parent: c.Parent, ID: c.ID, Tool: c.Spec.Name, TookMs: ms(c.Took)})
}

func ms(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}
