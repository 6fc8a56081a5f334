package peers

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"ptk-lsp/llm"
	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/embed"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/wire"
)

// key is the canary: a key that must be seen by nobody but the server of the settings.
const key = "sk-canary-0123456789abcdef"

// header is a secret of the settings beside the key.
const header = "canary-of-a-header-4711"

// asked is what can be asked of a server: an answer, the list of models, vectors.
type asked struct {
	name string
	ask  func(ctx context.Context, url string) error
}

func everything(t *testing.T) []asked {
	o := func(url string) wire.Options {
		return wire.Options{Name: "box", BaseURL: url, Key: key, KeyVariable: "BOX_KEY", Header: http.Header{"X-Secret": {header}}, Idle: 5 * time.Second}
	}
	type both interface {
		llm.Provider
		Close()
	}
	provider := func(name string, make func(url string) (both, error)) []asked {
		with := func(use func(both, context.Context) error) func(context.Context, string) error {
			return func(ctx context.Context, url string) error {
				p, err := make(url)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				return use(p, ctx)
			}
		}
		return []asked{
			{name + " answers", with(func(p both, ctx context.Context) error {
				for _, err := range p.Stream(ctx, llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Content: "hi"}}}) {
					if err != nil {
						return err
					}
				}
				return nil
			})},
			{name + " lists", with(func(p both, ctx context.Context) error { _, err := p.Models(ctx); return err })},
		}
	}
	all := provider("openai", func(url string) (both, error) { return openai.New(o(url)) })
	all = append(all, provider("anthropic", func(url string) (both, error) { return anthropic.New(o(url)) })...)
	all = append(all, provider("gemini", func(url string) (both, error) { return gemini.New(o(url)) })...)
	all = append(all, provider("ollama", func(url string) (both, error) { return ollama.New(ollama.Options{Options: o(url)}) })...)
	return append(all, asked{"vectors", func(ctx context.Context, url string) error {
		c, err := embed.New(embed.Options{Options: o(url), Kind: embed.OpenAI, Model: "m", Wait: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, err = c.Query(ctx, "x")
		return err
	}})
}

// harm is an answer, of any kind, that means harm.
type harm struct {
	name  string
	serve http.HandlerFunc
}

func repeated(kind, head, body string, n int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, err := io.WriteString(w, head)
		for i := 0; err == nil && i < n; i++ {
			_, err = io.WriteString(w, body)
		}
	}
}

func harms(elsewhere string) []harm {
	const asJSON, asStream = "application/json", "text/event-stream"
	endless := 1 << 40
	redirect := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", elsewhere+"/take?key="+key)
			w.WriteHeader(status)
		}
	}
	echo := func(status int, kind string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"error":{"message":%q}}`, fmt.Sprintf("\x1b]0;title\x07\u202e%v %s", r.Header, strings.Repeat("x", 20_000)))
		}
	}
	header := func(name, value string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(name, value)
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}
	return []harm{
		{"301", redirect(301)},
		{"302", redirect(302)},
		{"303", redirect(303)},
		{"307", redirect(307)},
		{"308", redirect(308)},
		{"a key told back with 401", echo(401, asJSON)},
		{"a key told back with 500", echo(500, asJSON)},
		{"a key told back as text", echo(400, "text/plain")},
		{"a key told back with 200", echo(200, asJSON)},
		{"a key told back in a stream", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", asStream)
			fmt.Fprintf(w, "data: {\"error\":{\"message\":%q}}\n\n", fmt.Sprint(r.Header))
		}},
		{"a list of millions", repeated(asJSON, `{"data":[{}`, strings.Repeat(`,{}`, 10_000), 300)},
		{"a list of millions of nothing", repeated(asJSON, `{"data":[0`, strings.Repeat(`,0`, 10_000), 400)},
		{"a list without end", repeated(asJSON, `{"data":[{}`, strings.Repeat(`,{}`, 10_000), endless)},
		{"one stream piece of millions", repeated(asStream, `data: {"choices":[{}`, strings.Repeat(`,0`, 10_000), 700)},
		{"a name without end", repeated(asJSON, `{"data":[{"id":"`, strings.Repeat("x", 64<<10), endless)},
		{"nesting", repeated(asJSON, `{"data":`, strings.Repeat("[", 64<<10), 100)},
		{"nesting in a stream", repeated(asStream, `data: {"choices":`, strings.Repeat(`[`, 64<<10), 200)},
		{"pages without end", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", asJSON)
			next := fmt.Sprint(time.Now().UnixNano())
			fmt.Fprintf(w, `{"data":[{"id":"m%[1]s"}],"has_more":true,"last_id":%[1]q,"models":[{"name":"models/m","supportedGenerationMethods":["generateContent"]}],"nextPageToken":%[1]q}`, next)
		}},
		{"headers without end", func(w http.ResponseWriter, _ *http.Request) {
			for i := range 20_000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 100))
			}
		}},
		{"early hints without end", func(w http.ResponseWriter, _ *http.Request) {
			for range 20_000 {
				w.Header().Set("Link", strings.Repeat("x", 500))
				w.WriteHeader(http.StatusEarlyHints)
			}
		}},
		{"a bomb of gzip", func(w http.ResponseWriter, _ *http.Request) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write(make([]byte, 64<<20))
			_ = z.Close()
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", asJSON)
			_, _ = w.Write(b.Bytes())
		}},
		{"a wait of centuries", header("Retry-After", "1e300")},
		{"a wait without end", header("Retry-After", "+Inf")},
		{"a wait that is no number", header("Retry-After-Ms", "NaN")},
		{"a wait in milliseconds", header("Retry-After-Ms", "9e999")},
		{"an error without end", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			for _, err := w.Write(nil); err == nil; _, err = w.Write(make([]byte, 64<<10)) {
				continue
			}
		}},
		{"a page without end", repeated("text/html", "<title>", strings.Repeat("x", 64<<10), endless)},
	}
}

// Whatever a server answers, the key goes nowhere else, is in no error, and the answer costs little.
func TestServersThatMeanHarm(t *testing.T) {
	var visits atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer elsewhere.Close()
	tried := 0
	for _, h := range harms(elsewhere.URL) {
		server := httptest.NewServer(h.serve)
		for _, a := range everything(t) {
			t.Run(h.name+"/"+a.name, func(t *testing.T) {
				tried++
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				before := allocated()
				err := a.ask(ctx, server.URL)
				if took := (allocated() - before) >> 20; took > mostAllocated {
					t.Errorf("%d MiB were allocated", took)
				}
				if ctx.Err() != nil {
					t.Fatal("it did not end")
				}
				checkError(t, err)
			})
		}
		server.Close()
	}
	if n := visits.Load(); n > 0 {
		t.Errorf("another server was asked %d times", n)
	}
	t.Logf("%d answers tried, %d requests elsewhere", tried, visits.Load())
}

// mostAllocated is how much may be allocated for an answer, all of it together, in MiB.
const mostAllocated = 256

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// checkError looks at all that an error says to a person.
func checkError(t *testing.T, err error) {
	t.Helper()
	failed, ok := errors.AsType[*llm.Error](err)
	if !ok {
		if err != nil {
			t.Errorf("an error of no kind: %v", err)
		}
		return
	}
	said := failed.Error() + failed.Suggestion
	switch {
	case strings.Contains(said, key), strings.Contains(said, header):
		t.Errorf("a secret is told: %s", said)
	case len(said) > 10_000:
		t.Errorf("it says %d bytes", len(said))
	case strings.ContainsFunc(said, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
	}):
		t.Errorf("it says %q", said)
	case failed.RetryAfter < 0 || failed.RetryAfter > 24*time.Hour:
		t.Errorf("it waits %s", failed.RetryAfter)
	}
}
