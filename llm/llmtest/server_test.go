package llmtest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post sends a request as any client does and returns the status and body of the response.
func post(t *testing.T, s *llmtest.Server, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer sk-secret")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

const question = `{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"stream":true}`

func TestScript(t *testing.T) {
	s := llmtest.New(t,
		llmtest.Say("Hel", "lo"),
		llmtest.React(func(r llmtest.Request) llmtest.Reply { return llmtest.Say(r.System() + r.Last().Content) }),
		llmtest.Fail(503, "busy", "Content-Type", "text/plain"))
	chunk := func(delta, finish string) string {
		return `data: {"choices":[{"delta":` + delta + `,"finish_reason":` + finish + `,"index":0}],"created":1,"id":"chatcmpl-1",` +
			`"model":"test-model","object":"chat.completion.chunk"}` + "\n\n"
	}
	want := chunk(`{"content":"Hel","role":"assistant"}`, "null") + chunk(`{"content":"lo"}`, "null") + chunk(
		"{}", `"stop"`,
	) + "data: [DONE]\n\n"
	if _, got := post(t, s, question); got != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}
	if _, got := post(t, s, question); !strings.Contains(got, `"content":"SQ"`) {
		t.Error(got)
	}
	if status, got := post(t, s, question); status != 503 || got != "busy" {
		t.Error(status, got)
	}
	if s.Remaining() != 0 {
		t.Errorf("%d replies remain", s.Remaining())
	}
	r := s.Requests()[0]
	if r.Model != "m" || !r.Streaming || r.Header.Get("Authorization") != "Bearer [key]" || string(r.Body) != question {
		t.Errorf("recorded: %+v", r)
	}
}

func TestUnforeseenRequestIsLoud(t *testing.T) {
	s, err := llmtest.Start(llmtest.Say("one"))
	if err != nil {
		t.Fatal(err)
	}
	post(t, s, question)
	status, body := post(t, s, question)
	if status != 500 || !strings.Contains(body, "no reply for request 2") {
		t.Error(status, body)
	}
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "no reply for request 2; its last message: Q") {
		t.Error(err)
	}
}

func TestAlways(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("first"), llmtest.Always(llmtest.Say("again")))
	for _, want := range []string{"first", "again", "again"} {
		if _, got := post(t, s, question); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

func TestPieces(t *testing.T) {
	if diff := cmp.Diff([]string{"ab", "cđ", "e"}, llmtest.Pieces("abcđe", 2)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{""}, llmtest.Pieces("", 2)); diff != "" {
		t.Error(diff)
	}
}
