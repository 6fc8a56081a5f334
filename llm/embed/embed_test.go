package embed_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/embed"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// each runs a test with every dialect and the path to which its requests are posted.
func each(t *testing.T, test func(t *testing.T, d embed.Dialect, path string)) {
	for name, tt := range map[string]struct {
		dialect embed.Dialect
		path    string
	}{
		"openai": {openai.Embeddings(), "/v1/embeddings"},
		"gemini": {gemini.Embeddings(), "/v1beta/models/test-model:batchEmbedContents"},
		"ollama": {ollama.Embeddings(), "/api/embed"},
	} {
		t.Run(name, func(t *testing.T) { test(t, tt.dialect, tt.path) })
	}
}

// client returns a client of a server with the script.
func client(t *testing.T, d embed.Dialect, script ...llmtest.Reply) (*embed.Client, *llmtest.Server) {
	t.Helper()
	server := llmtest.New(t, script...)
	c, err := embed.New(embed.Options{
		Options: wire.Options{Name: "test", BaseURL: server.URL, Key: llmtest.Key, Idle: 5 * time.Second},
		Dialect: d, Model: "test-model", Wait: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, server
}

// sized returns a vector that distinguishes texts by length.
func sized(text string) []float32 { return []float32{float32(len(text)), 0.5} }

func TestVectorsAreInTheOrderOfTheirTexts(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, path string) {
		c, server := client(t, d, llmtest.Always(llmtest.Vectors(sized)))
		var texts []string
		var want [][]float32
		for i := range 300 {
			texts = append(texts, strings.Repeat("é", i+1))
			want = append(want, sized(texts[i]))
		}
		got, err := c.Documents(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		var sent []string
		for _, r := range server.Requests() {
			if r.Path != path || r.Model != "test-model" || len(r.Texts) > 128 {
				t.Errorf("%s for %s with %d texts", r.Path, r.Model, len(r.Texts))
			}
			sent = append(sent, r.Texts...)
		}
		if d := cmp.Diff(texts, sent); d != "" {
			t.Error(d)
		}
		v, err := c.Query(t.Context(), "how")
		if err != nil || !cmp.Equal(v, sized("how")) {
			t.Errorf("got %v, %v", v, err)
		}
		requests := server.Requests()
		first, last := requests[0].Task, requests[len(requests)-1].Task
		if strings.Contains(path, "batchEmbedContents") && (first != "RETRIEVAL_DOCUMENT" || last != "CODE_RETRIEVAL_QUERY") {
			t.Errorf("the tasks are %q and %q", first, last)
		}
	})
}

func TestTemporaryFailuresAreRetried(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, _ string) {
		c, server := client(t, d,
			llmtest.Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After-Ms", "20"), llmtest.Fail(503, "busy"),
			llmtest.Stream(llmtest.Cut()), llmtest.Vectors(sized))
		begun := time.Now()
		got, err := c.Documents(t.Context(), []string{"a", "bc"})
		if err != nil || !cmp.Equal(got, [][]float32{{1, 0.5}, {2, 0.5}}) {
			t.Errorf("got %v, %v", got, err)
		}
		if took := time.Since(begun); took < 20*time.Millisecond || server.Remaining() != 0 {
			t.Errorf("took %s, %d replies are left", took, server.Remaining())
		}
	})
}

func TestOtherFailuresAreReturned(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, _ string) {
		for _, c := range []struct {
			reply llmtest.Reply
			want  llm.Kind
		}{
			{llmtest.Fail(401, `{"error":{"message":"no such key"}}`), llm.KindAuth},
			{llmtest.Fail(404, `{"error":{"message":"model not found"}}`), llm.KindModel},
			{llmtest.Fail(429, `{"error":{"message":"quota"}}`, "Retry-After", "3600"), llm.KindRate},
			{llmtest.Vectors(func(text string) []float32 { return make([]float32, len(text)) }), llm.KindRequest},
			{llmtest.Vectors(func(string) []float32 { return nil }), llm.KindRequest},
		} {
			asked, server := client(t, d, c.reply)
			_, err := asked.Documents(t.Context(), []string{"a", "bc"})
			var failed *llm.Error
			if !errors.As(err, &failed) || failed.Kind != c.want || strings.Contains(err.Error(), llmtest.Key) {
				t.Errorf("got %v, want a failure of kind %s", err, c.want)
			}
			if n := len(server.Requests()); n != 1 {
				t.Errorf("%d requests for a failure of kind %s", n, c.want)
			}
		}
	})
}

func TestAQueryIsNotRetried(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, _ string) {
		c, server := client(t, d, llmtest.Fail(503, "busy"))
		if _, err := c.Query(t.Context(), "how"); err == nil || len(server.Requests()) != 1 {
			t.Errorf("%v after %d requests", err, len(server.Requests()))
		}
	})
}

// A request that is too large is split in halves; a text that is too long gets the vector of its beginning.
func TestLargeRequestsAreSplit(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, _ string) {
		c, server := client(t, d, llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
			total := 0
			for _, text := range r.Texts {
				total += len(text)
			}
			if total > 1000 {
				return llmtest.Fail(400, `{"error":{"message":"This model's maximum context length is 8192 tokens, you requested more",`+
					`"code":"context_length_exceeded"}}`)
			}
			return llmtest.Vectors(sized)
		})))
		got, err := c.Documents(t.Context(), []string{strings.Repeat("é", 1000), strings.Repeat("b", 600), strings.Repeat("c", 700)})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([][]float32{{1000, 0.5}, {600, 0.5}, {700, 0.5}}, got); d != "" {
			t.Error(d)
		}
		if n := len(server.Requests()); n > 8 {
			t.Errorf("%d requests", n)
		}
	})
}

func TestRequestsEndWithTheirContext(t *testing.T) {
	each(t, func(t *testing.T, d embed.Dialect, _ string) {
		for name, reply := range map[string]llmtest.Reply{
			"silent": llmtest.Stream(llmtest.Silence()), "waiting": llmtest.Always(llmtest.Fail(429, "{}", "Retry-After", "30")),
		} {
			c, server := client(t, d, reply)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { _, err := c.Documents(ctx, []string{"a"}); ended <- err }()
			for len(server.Requests()) == 0 {
				time.Sleep(time.Millisecond)
			}
			cancel()
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%s: got %v", name, err)
				}
			case <-time.After(5 * time.Second):
				t.Fatalf("%s: the request goes on", name)
			}
		}
	})
}

func TestBadOptionsAreRefused(t *testing.T) {
	for _, o := range []embed.Options{
		{Dialect: openai.Embeddings()}, {Dialect: ollama.Embeddings(), Model: "m", Options: wire.Options{BaseURL: "ftp://x"}},
	} {
		if _, err := embed.New(o); err == nil {
			t.Errorf("%q at %q is accepted", o.Model, o.BaseURL)
		}
	}
	c, err := embed.New(embed.Options{Dialect: openai.Embeddings(), Model: "m/n", Options: wire.Options{Name: "box"}})
	if err != nil || fmt.Sprint(c.Name()) != "box/m/n" {
		t.Errorf("got %v, %v", c.Name(), err)
	}
}
