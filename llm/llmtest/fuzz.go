package llmtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// FuzzAnswer has a server answer with arbitrary bytes, seeded with a stream of each API, and checks that a provider ends with
// either an error or an answer that has a finish reason.
func FuzzAnswer(f *testing.F, kind driver.Kind) {
	f.Helper()
	for _, a := range apis() {
		d, wire := a.dialect(), ""
		for _, s := range seed() {
			wire += d.piece(s)
		}
		f.Add(wire+d.end(llm.FinishTools, &llm.Usage{InputTokens: 3, OutputTokens: 2}), 200)
		f.Add(wire, 200)
		f.Add(d.piece(Failure("overloaded")), 200)
	}
	f.Add(`{"error":{"message":"no"}}`, 429)
	f.Add(`[{"error":{"code":"503"}}]`, 200)
	f.Fuzz(func(t *testing.T, wire string, status int) {
		if status < 200 || status > 599 {
			status = http.StatusOK
		}
		checkAnswer(t, makerOf(kind), wire, status)
	})
}

// seed is an answer with each kind of step.
func seed() []Step {
	text := []Step{Thought("hm"), Text("Hello, "), Text("<think>\"you\"</think>\n")}
	return append(text, Native(0, "c1", "read_file", `{"path":"a"}`)...)
}

func checkAnswer(t *testing.T, provider maker, wire string, status int) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || strings.HasSuffix(r.URL.Path, "/show") {
			http.NotFound(w, r)
			return
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(wire)) // fails only if the client has gone
	}))
	defer server.Close()
	finished := false
	for d, err := range provider(t, server.URL, time.Second).Stream(t.Context(), Hello()) {
		if finished {
			t.Errorf("a piece after the last one: %+v, %v", d, err)
		}
		finished = err != nil || d.Finish != ""
	}
	if n := asked.Load(); !finished || n == 0 || n > 8 {
		t.Errorf("ended without an error or finish, or sent %d requests", n)
	}
}
