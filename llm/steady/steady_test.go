package steady_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/steady"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func provider(t *testing.T, url string, idle time.Duration) llm.Provider {
	t.Helper()
	p, err := openai.New(openai.Options{Name: "openai", BaseURL: url, Key: llmtest.Key, KeyVariable: "OPENAI_API_KEY", Idle: idle})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// quick retries after a millisecond.
func quick(p llm.Provider) llm.Provider {
	return steady.Retry(p, steady.RetryOptions{First: time.Millisecond})
}

// A wrapped provider keeps the contract.
func TestContract(t *testing.T) {
	llmtest.TestProvider(t, driver.Kind{Name: "openai", New: func(o driver.Options) (llm.Provider, error) {
		p, err := openai.New(o.Options)
		if err != nil {
			return nil, err
		}
		t.Cleanup(p.Close)
		return steady.Breaker("openai", steady.Retry(p, steady.RetryOptions{Max: -1}), steady.BreakerOptions{}), nil
	}})
}

func TestRetry(t *testing.T) {
	busy := llmtest.Fail(503, `{"error":{"message":"busy"}}`)
	tests := map[string]struct {
		script  []llmtest.Reply
		text    string
		reasons []string
		err     llm.Kind
	}{
		"at once":           {[]llmtest.Reply{llmtest.Say("ok")}, "ok", nil, ""},
		"busy twice":        {[]llmtest.Reply{busy, busy, llmtest.Say("ok")}, "ok", []string{"busy", "busy"}, ""},
		"busy for good":     {[]llmtest.Reply{busy, busy, busy, busy}, "", []string{"busy", "busy", "busy"}, llm.KindServer},
		"too many requests": {[]llmtest.Reply{llmtest.Fail(429, `{"error":"slow"}`), llmtest.Say("ok")}, "ok", []string{"slow"}, ""},
		"cut in the middle": {
			[]llmtest.Reply{llmtest.Stream(llmtest.Text("Hel"), llmtest.Cut()), llmtest.Say("Hello")},
			"Hello",
			[]string{"the stream ended in the middle of the answer"},
			"",
		},
		"silent in the middle": {
			[]llmtest.Reply{llmtest.Stream(llmtest.Text("Hel"), llmtest.Silence()), llmtest.Say("Hello")},
			"Hello",
			[]string{"the server sent nothing for 100ms"},
			"",
		},
		"failed in the stream": {
			[]llmtest.Reply{llmtest.Stream(llmtest.Failure("overloaded")), llmtest.Say("Hello")}, "Hello", []string{"overloaded"}, "",
		},
		"wrong key":               {[]llmtest.Reply{llmtest.Fail(401, `{"error":"no"}`)}, "", nil, llm.KindAuth},
		"bad request":             {[]llmtest.Reply{llmtest.Fail(400, `{"error":"no"}`)}, "", nil, llm.KindRequest},
		"unknown model":           {[]llmtest.Reply{llmtest.Fail(404, `{"error":"no"}`)}, "", nil, llm.KindModel},
		"asked to wait for hours": {[]llmtest.Reply{llmtest.Fail(429, `{"error":"tomorrow"}`, "Retry-After", "7200")}, "", nil, llm.KindRate},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := llmtest.New(t, tt.script...)
			got, err := llmtest.Ask(t.Context(), quick(provider(t, server.URL, 100*time.Millisecond)), llmtest.Hello())
			var reasons []string
			for i, r := range got.Retries {
				reasons = append(reasons, r.Reason)
				if r.Attempt != i+1 {
					t.Errorf("retry %d is counted as %d", i+1, r.Attempt)
				}
			}
			if diff := cmp.Diff(tt.reasons, reasons); diff != "" || got.Text != tt.text {
				t.Errorf("%q (-want +got):\n%s", got.Text, diff)
			}
			if kind := kindOf(err); kind != tt.err {
				t.Errorf("error %v", err)
			}
			if server.Remaining() != 0 {
				t.Errorf("%d replies were not asked for", server.Remaining())
			}
		})
	}
}

func kindOf(err error) llm.Kind {
	var failed *llm.Error
	if errors.As(err, &failed) {
		return failed.Kind
	}
	return ""
}

func TestLeavingAndCancellingBetweenTries(t *testing.T) {
	busy := llmtest.Always(llmtest.Fail(503, `{"error":{"message":"busy"}}`))
	t.Run("left", func(t *testing.T) {
		server := llmtest.New(t, busy)
		for range quick(provider(t, server.URL, time.Second)).Stream(t.Context(), llmtest.Hello()) {
			break
		}
		if n := len(server.Requests()); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
	t.Run("cancelled while waiting", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		slow := steady.Retry(provider(t, llmtest.New(t, busy).URL, time.Second), steady.RetryOptions{First: time.Hour, Longest: time.Hour})
		var last error
		for _, err := range slow.Stream(ctx, llmtest.Hello()) {
			cancel()
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Error(last)
		}
	})
}

// The waits double, vary, and are never shorter than the provider asks.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		after := []time.Duration{0, 0, 7 * time.Second, 0}
		p := steady.Retry(failing(func(n int) error {
			return &llm.Error{Kind: llm.KindRate, RetryAfter: after[n]}
		}), steady.RetryOptions{Max: 3, First: 2 * time.Second, Longest: 10 * time.Second})
		begin := time.Now()
		got, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
		if kindOf(err) != llm.KindRate || len(got.Retries) != 3 {
			t.Fatalf("%+v, %v", got, err)
		}
		waits := []int64{got.Retries[0].DelayMs, got.Retries[1].DelayMs, got.Retries[2].DelayMs}
		if waits[0] < 1000 || waits[0] > 2000 || waits[1] < 2000 || waits[1] > 4000 || waits[2] < 7000 || waits[2] > 8000 {
			t.Errorf("waits %v", waits)
		}
		if total := time.Since(begin).Milliseconds(); total < waits[0]+waits[1]+waits[2] {
			t.Errorf("waited %d ms for %v", total, waits)
		}
	})
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked int
		works := false
		p := steady.Breaker("openai", failing(func(int) error {
			asked++
			if works {
				return nil
			}
			return &llm.Error{Kind: llm.KindServer, Message: "busy"}
		}), steady.BreakerOptions{Failures: 2, Pause: 10 * time.Second})
		ask := func() string {
			_, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
			if err == nil {
				return "ok"
			}
			return err.Error()
		}
		alone := "openai: paused after 2 failures in a row, for another 10s"
		got := []string{ask(), ask(), ask()}
		if diff := cmp.Diff([]string{": busy", ": busy", alone}, got); diff != "" || asked != 2 {
			t.Errorf("asked %d times (-want +got):\n%s", asked, diff)
		}
		time.Sleep(11 * time.Second)
		if got := []string{ask(), ask()}; !slices.Equal(got, []string{": busy", alone}) {
			t.Errorf("after the pause: %q", got)
		}
		time.Sleep(11 * time.Second)
		works = true
		if got := []string{ask(), ask()}; !slices.Equal(got, []string{"ok", "ok"}) {
			t.Errorf("when it works again: %q", got)
		}
	})
}

// failing returns a provider that fails as the function says, or sends an empty answer; n counts the requests. It replaces a
// network, which tests with a fake clock can't have.
func failing(fail func(n int) error) llm.Provider { return &failingProvider{fail: fail} }

type failingProvider struct {
	fail func(n int) error
	n    int
}

func (f *failingProvider) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		f.n++
		if err := f.fail(f.n - 1); err != nil {
			yield(llm.Delta{}, err)
			return
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func (f *failingProvider) Models(context.Context) ([]llm.Model, error) { return nil, nil }
