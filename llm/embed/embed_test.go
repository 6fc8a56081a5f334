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
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// kinds are the wire formats, each with the path that a request for vectors goes to.
var kinds = map[embed.Kind]string{
	embed.OpenAI: "/v1/embeddings", embed.Gemini: "/v1beta/models/test-model:batchEmbedContents", embed.Ollama: "/api/embed",
}

// each runs a test in every wire format.
func each(t *testing.T, test func(t *testing.T, kind embed.Kind, path string)) {
	for kind, path := range kinds {
		t.Run(string(kind), func(t *testing.T) { test(t, kind, path) })
	}
}

// asked makes a client of a server with the script.
func asked(t *testing.T, kind embed.Kind, script ...llmtest.Reply) (*embed.Client, *llmtest.Server) {
	t.Helper()
	server := llmtest.New(t, script...)
	base := server.URL
	if kind != embed.Gemini {
		base += "/v1" // as the chat's address is; Ollama's own paths stand beside
	}
	c, err := embed.New(embed.Options{
		Options: wire.Options{Name: "test", BaseURL: base, Key: llmtest.Key, Idle: 5 * time.Second}, Kind: kind, Model: "test-model", Wait: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, server
}

// sized is a vector that tells texts apart.
func sized(text string) []float32 { return []float32{float32(len(text)), 0.5} }

func TestVectorsComeInTheOrderOfTheirTexts(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, path string) {
		c, server := asked(t, kind, llmtest.Always(llmtest.Vectors(sized)))
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
		if requests := server.Requests(); kind == embed.Gemini && (requests[0].Task != "RETRIEVAL_DOCUMENT" || requests[len(requests)-1].Task != "CODE_RETRIEVAL_QUERY") {
			t.Errorf("the tasks are %q and %q", requests[0].Task, requests[len(requests)-1].Task)
		}
	})
}

func TestWhatMayPassIsTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, _ string) {
		c, server := asked(t, kind,
			llmtest.Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After-Ms", "20"), llmtest.Fail(503, "busy"), llmtest.Stream(llmtest.Cut()), llmtest.Vectors(sized))
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

func TestWhatWillNotPassIsTold(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, _ string) {
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
			client, server := asked(t, kind, c.reply)
			_, err := client.Documents(t.Context(), []string{"a", "bc"})
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

func TestAQueryIsAskedOnce(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, _ string) {
		c, server := asked(t, kind, llmtest.Fail(503, "busy"))
		if _, err := c.Query(t.Context(), "how"); err == nil || len(server.Requests()) != 1 {
			t.Errorf("%v after %d requests", err, len(server.Requests()))
		}
	})
}

// A request that is too large is made in halves, a text that is too long gets a vector of its beginning.
func TestTooMuchAtOnceIsSplit(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, _ string) {
		c, server := asked(t, kind, llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
			total := 0
			for _, text := range r.Texts {
				total += len(text)
			}
			if total > 1000 {
				return llmtest.Fail(400, `{"error":{"message":"This model's maximum context length is 8192 tokens, you requested more","code":"context_length_exceeded"}}`)
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

func TestAskingEndsWithItsContext(t *testing.T) {
	each(t, func(t *testing.T, kind embed.Kind, _ string) {
		for name, reply := range map[string]llmtest.Reply{
			"silent": llmtest.Stream(llmtest.Silence()), "waiting": llmtest.Always(llmtest.Fail(429, "{}", "Retry-After", "30")),
		} {
			c, server := asked(t, kind, reply)
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
				t.Fatalf("%s: it goes on", name)
			}
		}
	})
}

func TestWhatCanNotBeAskedIsRefused(t *testing.T) {
	for _, o := range []embed.Options{
		{Kind: "anthropic", Model: "m"}, {Kind: embed.OpenAI}, {Kind: embed.Ollama, Model: "m", Options: wire.Options{BaseURL: "ftp://x"}},
	} {
		if _, err := embed.New(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	c, err := embed.New(embed.Options{Kind: embed.OpenAI, Model: "m/n", Options: wire.Options{Name: "box"}})
	if err != nil || fmt.Sprint(c.Name()) != "box/m/n" {
		t.Errorf("got %v, %v", c.Name(), err)
	}
}
