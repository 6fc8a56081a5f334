package llmtest

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Lack is something that an API does not report.
type Lack int

// What APIs lack.
const (
	LacksCached  Lack = iota // how many tokens of the input were cached
	LacksWritten             // how many were written to the cache
	LacksFilter              // that an answer was refused
)

// TestProvider checks that a kind of provider keeps the contract of [llm.Provider], against the scripted server.
func TestProvider(t *testing.T, kind driver.Kind, lacks ...Lack) {
	provider := makerOf(kind)
	t.Run("answers", func(t *testing.T) { testAnswers(t, provider, lacks) })
	t.Run("failures", func(t *testing.T) { testFailures(t, provider) })
	t.Run("leaving", func(t *testing.T) { testLeaving(t, provider) })
	t.Run("request", func(t *testing.T) { testRequest(t, provider) })
	t.Run("models", func(t *testing.T) { testModels(t, provider) })
	t.Run("many at once", func(t *testing.T) { testMany(t, provider) })
}

func testAnswers(t *testing.T, provider maker, lacks []Lack) {
	usage := llm.Usage{InputTokens: 900, OutputTokens: 7, CachedTokens: 800, WrittenTokens: 60}
	if slices.Contains(lacks, LacksCached) {
		usage.CachedTokens = 0
	}
	if slices.Contains(lacks, LacksWritten) {
		usage.WrittenTokens = 0
	}
	calls := append(Native(0, "c1", "read_file", `{"path":"a \"b\" ü"}`), Native(1, "c2", "list_files", `{}`)...)
	long := strings.Repeat("0123456789", 1000)
	tests := map[string]struct {
		reply Reply
		want  Answer
	}{
		"text": {
			Say("Hel", "lo, ", "\"you\"\n", "xin chào ", "\\ 🙂 <tag>"),
			Answer{Text: "Hello, \"you\"\nxin chào \\ 🙂 <tag>", Finish: llm.FinishStop},
		},
		"one long piece": {Say(long), Answer{Text: long, Finish: llm.FinishStop}},
		"cut by length":  {Stream(Text("Hel"), Finish(llm.FinishLength)), Answer{Text: "Hel", Finish: llm.FinishLength}},
		"refused":        {Stream(Finish(llm.FinishFilter)), Answer{Finish: llm.FinishFilter}},
		"reasoning":      {Stream(Thought("hm, "), Thought("so"), Text("42")), Answer{Reasoning: "hm, so", Text: "42", Finish: llm.FinishStop}},
		"text then calls": {
			Stream(append([]Step{Text("I look.")}, calls...)...),
			Answer{Text: "I look.", Finish: llm.FinishTools, Calls: []llm.ToolCall{
				{Index: 0, ID: "c1", Name: "read_file", Arguments: `{"path":"a \"b\" ü"}`}, {Index: 1, ID: "c2", Name: "list_files", Arguments: `{}`},
			}},
		},
		"noise": {Stream(Noise(), Text("x"), Noise(), Text("y")), Answer{Text: "xy", Finish: llm.FinishStop}},
	}
	if slices.Contains(lacks, LacksFilter) {
		delete(tests, "refused")
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.want.Usage = &usage
			for _, every := range []int{0, 1, 13} {
				reply := tt.reply
				reply.Every = every
				reply.Steps = append([]Step{Usage(usage)}, reply.Steps...)
				got, err := Ask(t.Context(), provider(t, New(t, reply).URL, patience), Hello())
				if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
					t.Errorf("in writes of %d bytes: %v (-want +got):\n%s", every, err, diff)
				}
			}
		})
	}
}

func testFailures(t *testing.T, provider maker) {
	tests := map[string]struct {
		reply Reply
		kind  llm.Kind
		part  string // of message or suggestion
		text  string // before the failure
	}{
		"too many requests": {Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After", "7"), llm.KindRate, "slow down", ""},
		"overloaded":        {Fail(529, `{"error":{"message":"overloaded"}}`), llm.KindServer, "overloaded", ""},
		"wrong key":         {Fail(401, `{"error":{"message":"bad key `+Key+`"}}`), llm.KindAuth, "bad key [key]", ""},
		"forbidden":         {Fail(403, `{"error":{"message":"not yours"}}`), llm.KindAuth, "not yours", ""},
		"no credit":         {Fail(402, `{"error":{"message":"Insufficient credits"}}`), llm.KindQuota, "add credit", ""},
		"unknown model":     {Fail(404, `{"error":{"message":"no such model"}}`), llm.KindModel, "test-model", ""},
		"bad request":       {Fail(400, `{"error":{"message":"bad schema"}}`), llm.KindRequest, "bad schema", ""},
		"overflow":          {Fail(400, `{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}`), llm.KindOverflow, "too long", ""},
		"an HTML page":      {Fail(502, "<html><title>Bad Gateway</title>", "Content-Type", "text/html"), llm.KindServer, "Bad Gateway", ""},
		"error in stream":   {Stream(Text("Hel"), Failure("overloaded")), llm.KindServer, "overloaded", "Hel"},
		"garbage in stream": {Stream(Text("Hel"), Raw("data: {\"x\": [\n\n")), llm.KindBroken, "can't be read", "Hel"},
		"connection cut":    {Stream(Text("Hel"), Cut()), llm.KindBroken, "ended", "Hel"},
		"stream just ends":  {Stream(Text("Hel"), End()), llm.KindBroken, "ended", "Hel"},
		"silent":            {Stream(Text("Hel"), Silence()), llm.KindIdle, "sent nothing for", "Hel"},
		"silent from start": {Stream(Silence()), llm.KindIdle, "sent nothing for", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			idle := patience
			if tt.kind == llm.KindIdle {
				idle = 500 * time.Millisecond // enough for the first text on a busy machine
			}
			got, err := Ask(t.Context(), provider(t, New(t, tt.reply).URL, idle), Hello())
			failed := asError(t, err)
			if failed.Kind != tt.kind || !strings.Contains(failed.Message+failed.Suggestion, tt.part) || got.Text != tt.text {
				t.Errorf("got %+v after %q, want %+v", failed, got.Text, tt)
			}
			if name == "too many requests" && failed.RetryAfter != 7*time.Second {
				t.Errorf("RetryAfter is %v", failed.RetryAfter)
			}
		})
	}
	t.Run("unreachable", func(t *testing.T) {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if err := free.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = Ask(t.Context(), provider(t, "http://"+free.Addr().String(), patience), Hello())
		if failed := asError(t, err); failed.Kind != llm.KindNotRunning || failed.Suggestion == "" {
			t.Errorf("%+v", failed)
		}
	})
}

// asError returns the provider's error, which must not show the key.
func asError(t *testing.T, err error) *llm.Error {
	t.Helper()
	var failed *llm.Error
	if !errors.As(err, &failed) {
		t.Fatalf("the error is %v", err)
	}
	if strings.Contains(failed.Error()+failed.Suggestion, Key) {
		t.Errorf("the key is shown: %v", failed)
	}
	return failed
}

func testLeaving(t *testing.T, provider maker) {
	silent := Stream(Text("Hel"), Silence())
	t.Run("cancelled", func(t *testing.T) {
		server := New(t, silent)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var last error
		for _, err := range provider(t, server.URL, patience).Stream(ctx, Hello()) {
			cancel()
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("error %v", last)
		}
		server.awaitGone(t)
	})
	t.Run("left", func(t *testing.T) {
		server := New(t, silent)
		for _, err := range provider(t, server.URL, patience).Stream(t.Context(), Hello()) {
			if err != nil {
				t.Error(err)
			}
			break
		}
		server.awaitGone(t)
	})
	t.Run("left at every piece", func(t *testing.T) {
		steps := append([]Step{Thought("hm"), Text("Hel"), Text("lo")}, Native(0, "c1", "read_file", `{"path":"a"}`)...)
		p := provider(t, New(t, Always(Stream(steps...))).URL, patience)
		for leave, more := 0, true; more; leave++ {
			more = false
			n := 0
			for _, err := range p.Stream(t.Context(), Hello()) {
				if err != nil {
					t.Error(err)
				}
				if n == leave {
					more = true
					break
				}
				n++
			}
		}
	})
	t.Run("cancelled before the answer", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		server := New(t, React(func(Request) Reply {
			cancel()
			return Stream(Silence())
		}))
		if _, err := Ask(ctx, provider(t, server.URL, patience), Hello()); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		server.awaitGone(t)
	})
}

func (s *Server) awaitGone(t *testing.T) {
	t.Helper()
	select {
	case <-s.Requests()[0].Gone:
	case <-time.After(patience):
		t.Error("the connection is still open")
	}
}
