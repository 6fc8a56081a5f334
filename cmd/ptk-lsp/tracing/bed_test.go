package tracing_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	v1 "go.opentelemetry.io/proto/otlp/common/v1"
	metricsv1 "go.opentelemetry.io/proto/otlp/metrics/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/test/beds"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestMain(m *testing.M) {
	// The log file's own goroutine has no end.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun"))
}

// bed is a manager over a real folder and the real tools, a scripted model, and a tracer that watches.
type bed struct {
	t       *testing.T
	dir     string
	server  *llmtest.Server
	manager *ptk.Manager
	tracer  *tracing.Tracer
	log     *beds.Log
}

type oneModel struct{ route chat.Route }

func (o oneModel) Resolve(context.Context, string) (chat.Route, error) { return o.route, nil }
func (o oneModel) List(context.Context) ([]chat.ModelInfo, string)     { return nil, o.route.Name }
func (o oneModel) Preprocess(context.Context) (chat.Route, bool, error) {
	return chat.Route{}, false, nil
}

func newBed(t *testing.T, script ...llmtest.Reply) *bed {
	b := &bed{t: t, dir: t.TempDir(), server: llmtest.New(t, script...), log: &beds.Log{}}
	if err := os.WriteFile(filepath.Join(b.dir, "secret-name.go"), []byte("secret-content\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ws, err := workspace.New([]workspace.Folder{{Path: b.dir}}, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := openai.New(openai.Options{Name: "test", BaseURL: b.server.URL})
	if err != nil {
		t.Fatal(err)
	}
	b.tracer = tracing.New(slog.New(slog.NewJSONHandler(b.log, nil)), "1.2.3")
	models := b.tracer.Models(oneModel{route: chat.Route{Provider: p, Name: "openai/test-model", Model: "test-model", Window: 32000}})
	b.manager = ptk.NewManager(ptk.Config{Models: models, Workspace: ws, Tools: tools.NewManager(tools.Builtin(tools.Can{Agent: b.agent}),
		ws, tools.Options{Middleware: []tools.Middleware{b.tracer.Tools}})})
	t.Cleanup(func() {
		b.tracer.Close()
		p.Close()
		if err := b.manager.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bed) agent(ctx context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
	return b.manager.Agent(ctx, c, task, names)
}

// turn is the scripted turn of these tests: a file is read, another is not there, and the model answers.
func script() []llmtest.Reply {
	call := func(path string) string {
		return `<PTK_CALL>{"tool":"read_file","args":{"path":"` + path + `"},"reasoning":"secret-reason"}</PTK_CALL>`
	}
	first := llmtest.Stream(llmtest.Text("secret-thought\n"+call("secret-name.go")),
		llmtest.Usage(llm.Usage{InputTokens: 100, OutputTokens: 10}))
	second := llmtest.Stream(llmtest.Text(call("no-such-file.txt")), llmtest.Usage(llm.Usage{InputTokens: 200, OutputTokens: 20}))
	third := llmtest.Stream(llmtest.Text("secret-answer"), llmtest.Usage(llm.Usage{InputTokens: 300, OutputTokens: 30}))
	return []llmtest.Reply{first, second, third}
}

func (b *bed) chat() *chat.Result {
	b.t.Helper()
	r, err := b.tracer.Chat(b.t.Context(), chat.Request{Message: "secret-question"}, func(chat.Event) {}, b.manager.Chat)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// logged returns the lines of the log.
func (b *bed) logged() (lines []map[string]any) {
	for line := range strings.Lines(b.log.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			b.t.Fatal(err)
		}
		lines = append(lines, m)
	}
	return lines
}

// collector is a real receiver of OTLP over HTTP that decodes with the official types, strictly.
type collector struct {
	t *testing.T
	*httptest.Server

	mu      sync.Mutex // guards what follows
	spans   []*tracev1.Span
	about   map[string]string
	metrics map[string]*metricsv1.Metric
	raw     string
	answer  int
	token   string // that is asked for; "" for none
	tries   int
}

func newCollector(t *testing.T) *collector {
	c := &collector{t: t, metrics: map[string]*metricsv1.Metric{}, answer: http.StatusOK}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tries++
	if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		c.t.Errorf("%s %s %v", r.Method, r.Header, err)
	}
	answer := c.answer
	if c.token != "" && r.Header.Get("Authorization") != "Bearer "+c.token {
		answer = http.StatusUnauthorized
	}
	w.WriteHeader(answer)
	if answer != http.StatusOK {
		return
	}
	c.raw += fmt.Sprint(r.Header) + string(body)
	switch r.URL.Path {
	case "/v1/traces":
		c.takeSpans(body)
	case "/v1/metrics":
		c.takeMetrics(body)
	default:
		c.t.Errorf("a request for %s", r.URL.Path)
	}
}

func (c *collector) decode(body []byte, into proto.Message) {
	if err := protojson.Unmarshal(hexToBase64(c.t, body), into); err != nil {
		c.t.Errorf("%v in %s", err, body)
	}
}

func (c *collector) takeSpans(body []byte) {
	var data tracev1.TracesData
	c.decode(body, &data)
	for _, r := range data.ResourceSpans {
		c.about = attributes(r.Resource.Attributes)
		for _, s := range r.ScopeSpans {
			c.spans = append(c.spans, s.Spans...)
		}
	}
}

func (c *collector) takeMetrics(body []byte) {
	var data metricsv1.MetricsData
	c.decode(body, &data)
	for _, r := range data.ResourceMetrics {
		for _, s := range r.ScopeMetrics {
			for _, m := range s.Metrics {
				c.metrics[m.Name] = m
			}
		}
	}
}

func attributes(kvs []*v1.KeyValue) map[string]string {
	out := map[string]string{}
	for _, kv := range kvs {
		switch v := kv.Value.Value.(type) {
		case *v1.AnyValue_StringValue:
			out[kv.Key] = v.StringValue
		case *v1.AnyValue_IntValue:
			out[kv.Key] = fmt.Sprint(v.IntValue)
		default:
			out[kv.Key] = fmt.Sprint(kv.Value)
		}
	}
	return out
}
