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

	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/embed"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/wire"
)

// key is a canary: only the server of the settings may receive it.
const key = "sk-canary-0123456789abcdef"

// header is another secret of the settings.
const header = "canary-of-a-header-4711"

// request is one way to use a server: for an answer, the list of models, or vectors.
type request struct {
	name string
	send func(ctx context.Context, url string) error
}

// requests returns all requests of all kinds of servers.
func requests(t *testing.T) []request {
	o := func(url string) wire.Options {
		return wire.Options{
			Name: "box", BaseURL: url, Key: key, KeyVariable: "BOX_KEY", Header: http.Header{"X-Secret": {header}}, Idle: 5 * time.Second,
		}
	}
	var all []request
	for _, kind := range models.Kinds() {
		if kind.Medium != driver.Server {
			continue
		}
		with := func(use func(context.Context, llm.Provider) error) func(context.Context, string) error {
			return func(ctx context.Context, url string) error {
				p, err := kind.New(driver.Options{Options: o(url)})
				if err != nil {
					t.Fatal(err)
				}
				defer p.(interface{ Close() }).Close()
				return use(ctx, p)
			}
		}
		all = append(all,
			request{kind.Name + " answers", with(func(ctx context.Context, p llm.Provider) error {
				for _, err := range p.Stream(ctx, llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Content: "hi"}}}) {
					if err != nil {
						return err
					}
				}
				return nil
			})},
			request{kind.Name + " lists", with(func(ctx context.Context, p llm.Provider) error { _, err := p.Models(ctx); return err })})
	}
	return append(all, request{"vectors", func(ctx context.Context, url string) error {
		c, err := embed.New(embed.Options{Options: o(url), Dialect: openai.Embeddings(), Model: "m", Wait: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, err = c.Query(ctx, "x")
		return err
	}})
}

// attack is a hostile response.
type attack struct {
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

func attacks(elsewhere string) []attack {
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
	return []attack{
		{"301", redirect(301)},
		{"302", redirect(302)},
		{"303", redirect(303)},
		{"307", redirect(307)},
		{"308", redirect(308)},
		{"the key echoed with 401", echo(401, asJSON)},
		{"the key echoed with 500", echo(500, asJSON)},
		{"the key echoed as text", echo(400, "text/plain")},
		{"the key echoed with 200", echo(200, asJSON)},
		{"the key echoed in a stream", func(w http.ResponseWriter, r *http.Request) {
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
			fmt.Fprintf(w, `{"data":[{"id":"m%[1]s"}],"has_more":true,"last_id":%[1]q,"models":[{"name":"models/m",`+
				`"supportedGenerationMethods":["generateContent"]}],"nextPageToken":%[1]q}`, next)
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
		{"a gzip bomb", func(w http.ResponseWriter, _ *http.Request) {
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

// Whatever a server sends, the key goes to no other server and into no error, and memory stays bounded.
func TestHostileServers(t *testing.T) {
	var visits atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer elsewhere.Close()
	tried := 0
	for _, h := range attacks(elsewhere.URL) {
		server := httptest.NewServer(h.serve)
		for _, a := range requests(t) {
			t.Run(h.name+"/"+a.name, func(t *testing.T) {
				tried++
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				before := allocated()
				err := a.send(ctx, server.URL)
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
		t.Errorf("another server got %d requests", n)
	}
	t.Logf("%d responses tried, %d requests elsewhere", tried, visits.Load())
}

// mostAllocated bounds the memory that is allocated for one response, in MiB.
const mostAllocated = 256

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// checkError checks the texts of an error that a user sees.
func checkError(t *testing.T, err error) {
	t.Helper()
	failed, ok := errors.AsType[*llm.Error](err)
	if !ok {
		if err != nil {
			t.Errorf("an untyped error: %v", err)
		}
		return
	}
	shown := failed.Error() + failed.Suggestion
	switch {
	case strings.Contains(shown, key), strings.Contains(shown, header):
		t.Errorf("a secret is shown: %s", shown)
	case len(shown) > 10_000:
		t.Errorf("it has %d bytes", len(shown))
	case strings.ContainsFunc(shown, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
	}):
		t.Errorf("it shows %q", shown)
	case failed.RetryAfter < 0 || failed.RetryAfter > 24*time.Hour:
		t.Errorf("it waits %s", failed.RetryAfter)
	}
}
