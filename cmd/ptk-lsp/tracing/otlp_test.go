package tracing_test

import (
	"encoding/base64"
	"encoding/hex"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	metricsv1 "go.opentelemetry.io/proto/otlp/metrics/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"

	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/llm/llmtest"
)

var ids = regexp.MustCompile(`"(traceId|spanId|parentSpanId)":"([0-9a-f]+)"`)

// hexToBase64 undoes the one way in which OTLP's JSON differs from that of the types: ids are in hex.
func hexToBase64(t *testing.T, body []byte) []byte {
	return ids.ReplaceAllFunc(body, func(m []byte) []byte {
		part := ids.FindSubmatch(m)
		id, err := hex.DecodeString(string(part[2]))
		if err != nil {
			t.Error(err)
		}
		return []byte(`"` + string(part[1]) + `":"` + base64.StdEncoding.EncodeToString(id) + `"`)
	})
}

func TestACollectorIsToldOfATurnAndOfNothingThatWasSaid(t *testing.T) {
	c := newCollector(t)
	b := newBed(t, script()...)
	if err := b.tracer.Configure(tracing.Config{Endpoint: c.URL + "/"}); err != nil {
		t.Fatal(err)
	}
	result := b.chat()
	b.tracer.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	byName := map[string][]*tracev1.Span{}
	for _, s := range c.spans {
		byName[s.Name] = append(byName[s.Name], s)
	}
	if len(c.spans) != 6 || len(byName["invoke_agent ptk"]) != 1 || len(byName["chat test-model"]) != 3 ||
		len(byName["execute_tool read_file"]) != 2 {
		t.Fatalf("%d spans: %v", len(c.spans), byName)
	}
	turn := byName["invoke_agent ptk"][0]
	for _, s := range c.spans {
		if s != turn && string(s.ParentSpanId) != string(turn.SpanId) || string(s.TraceId) != string(turn.TraceId) ||
			s.EndTimeUnixNano < s.StartTimeUnixNano {
			t.Errorf("%s does not belong to the turn: %v", s.Name, s)
		}
		if got := attributes(s.Attributes)["ptk.request_id"]; got != result.TurnID {
			t.Errorf("%s has the request id %q", s.Name, got)
		}
	}
	has(t, attributes(turn.Attributes), "gen_ai.operation.name", "invoke_agent", "gen_ai.conversation.id", result.ConversationID,
		"gen_ai.provider.name", "openai",
		"gen_ai.request.model", "test-model", "gen_ai.usage.input_tokens", "600", "gen_ai.usage.output_tokens", "60", "ptk.iterations", "3",
		"ptk.tool_calls", "2")
	call := byName["chat test-model"][0]
	has(t, attributes(call.Attributes), "gen_ai.operation.name", "chat", "gen_ai.usage.input_tokens", "100", "ptk.parent_id", result.TurnID,
		"ptk.call", "1")
	if call.Kind != tracev1.Span_SPAN_KIND_CLIENT || call.Status.GetCode() != tracev1.Status_STATUS_CODE_UNSET {
		t.Errorf("%v", call)
	}
	failed := byName["execute_tool read_file"][1]
	has(t, attributes(failed.Attributes), "gen_ai.tool.name", "read_file", "error.type", "not_found", "ptk.call_id", result.ToolCalls[1].ID,
		"ptk.parent_id", result.TurnID)
	if failed.Status.GetCode() != tracev1.Status_STATUS_CODE_ERROR {
		t.Errorf("%v", failed)
	}
	has(t, c.about, "service.name", "ptk-lsp", "service.version", "1.2.3")
	for _, word := range []string{"secret", "no-such-file", b.dir} {
		if strings.Contains(c.raw, word) {
			t.Errorf("%q left the machine:\n%s", word, c.raw)
		}
	}
	hasMetrics(t, c.metrics)
}

func hasMetrics(t *testing.T, ms map[string]*metricsv1.Metric) {
	t.Helper()
	sum := func(name string) (n int64) {
		for _, p := range ms[name].GetSum().GetDataPoints() {
			n += p.GetAsInt()
		}
		return n
	}
	histogram := func(name string) (n uint64, total float64) {
		for _, p := range ms[name].GetHistogram().GetDataPoints() {
			n, total = n+p.GetCount(), total+p.GetSum()
		}
		return n, total
	}
	if turns, calls := sum("ptk.turns"), sum("ptk.tool.calls"); turns != 1 || calls != 2 {
		t.Errorf("%d turns, %d calls", turns, calls)
	}
	if n, total := histogram("gen_ai.client.token.usage"); n != 6 || total != 660 {
		t.Errorf("%d counts of %v tokens", n, total)
	}
	for name, want := range map[string]uint64{
		"gen_ai.client.operation.duration": 3, "ptk.tool.duration": 2, "ptk.turn.duration": 1,
		"ptk.model.time_to_first_chunk": 3,
	} {
		if n, total := histogram(name); n != want || total <= 0 {
			t.Errorf("%s: %d of %v s", name, n, total)
		}
	}
	if ms["ptk.turns"].GetSum().GetAggregationTemporality() != metricsv1.AggregationTemporality_AGGREGATION_TEMPORALITY_CUMULATIVE {
		t.Error("the counters are not cumulative")
	}
}

func has(t *testing.T, attrs map[string]string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if attrs[pairs[i]] != pairs[i+1] {
			t.Errorf("%s is %q, want %q", pairs[i], attrs[pairs[i]], pairs[i+1])
		}
	}
}

func TestACollectorThatFailsFailsNoTurn(t *testing.T) {
	refusing := newCollector(t)
	refusing.answer = http.StatusBadRequest
	busy := newCollector(t)
	busy.answer = http.StatusServiceUnavailable
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for name, c := range map[string]struct{ url, says string }{
		"absent":   {"http://127.0.0.1:1", "connection refused"},
		"refusing": {refusing.URL, "the collector answered 400"},
		"busy":     {busy.URL, "the collector answered 503"},
		"silent":   {"http://" + silent.Addr().String(), "deadline"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBed(t, script()...)
			if err := b.tracer.Configure(tracing.Config{Endpoint: c.url}); err != nil {
				t.Fatal(err)
			}
			if r := b.chat(); !r.Success {
				t.Error(r.Error)
			}
			began := time.Now()
			b.tracer.Close()
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("the end took %s", took)
			}
			if !strings.Contains(b.log.String(), "were not sent") || !strings.Contains(b.log.String(), c.says) {
				t.Error("the log does not say so:", b.log)
			}
		})
	}
}

func TestACollectorThatWantsAToken(t *testing.T) {
	for headers, says := range map[string]string{
		"":                             "401 Unauthorized; a token for it goes into OTEL_EXPORTER_OTLP_HEADERS",
		"Authorization=Bearer%20t0ken": "",
	} {
		c := newCollector(t)
		c.token = "t0ken"
		b := newBed(t, script()...)
		if err := b.tracer.Configure(tracing.Config{Endpoint: c.URL, Headers: headers}); err != nil {
			t.Fatal(err)
		}
		b.chat()
		b.tracer.Close()
		log := b.log.String()
		c.mu.Lock()
		if (len(c.spans) == 6 && len(c.metrics) > 0) != (says == "") || !strings.Contains(log, says) || strings.Contains(log, "t0ken") {
			t.Errorf("%q: %d spans, %d metrics: %s", headers, len(c.spans), len(c.metrics), log)
		}
		c.mu.Unlock()
	}
}

func TestAnEndpointThatIsNoneIsAProblem(t *testing.T) {
	b := newBed(t, script()...)
	if err := b.tracer.Configure(tracing.Config{Endpoint: "localhost:4318"}); err == nil || !strings.Contains(err.Error(),
		"http://localhost:4318") {
		t.Errorf("%v", err)
	}
	if r := b.chat(); !r.Success {
		t.Error(r.Error)
	}
}

func TestTheLogHasTheSameIDsAndNothingThatWasSaid(t *testing.T) {
	b := newBed(t, script()...)
	result := b.chat()
	counts := map[string]int{}
	for _, l := range b.logged() {
		if l["request_id"] != result.TurnID {
			t.Errorf("%v", l)
		}
		msg, _ := l["msg"].(string)
		counts[msg]++
		if msg == "tool call" && l["call_id"] != result.ToolCalls[counts[msg]-1].ID {
			t.Errorf("%v", l)
		}
	}
	if counts["turn"] != 1 || counts["model call"] != 3 || counts["tool call"] != 2 {
		t.Errorf("%v", counts)
	}
	for _, word := range []string{"secret", "no-such-file"} {
		if strings.Contains(b.log.String(), word) {
			t.Errorf("%q is in the log: %s", word, b.log)
		}
	}
}

func TestWhatAnAgentDoesBelongsToItsCall(t *testing.T) {
	c := newCollector(t)
	b := newBed(t,
		llmtest.Say(`<PTK_CALL>{"tool":"agent","args":{"task":"look"}}</PTK_CALL>`),
		llmtest.Say(`<PTK_CALL>{"tool":"read_file","args":{"path":"secret-name.go"}}</PTK_CALL>`), llmtest.Say("it is there"),
		llmtest.Say("done"))
	if err := b.tracer.Configure(tracing.Config{Endpoint: c.URL}); err != nil {
		t.Fatal(err)
	}
	result := b.chat()
	b.tracer.Close()
	call := result.ToolCalls[0].ID
	c.mu.Lock()
	defer c.mu.Unlock()
	parents := map[string]int{}
	byID := map[string]*tracev1.Span{}
	for _, s := range c.spans {
		byID[string(s.SpanId)] = s
		if p, ok := attributes(s.Attributes)["ptk.parent_id"]; ok {
			parents[p]++
		}
	}
	// Of the turn: two model calls and the agent; of the agent: two model calls and the reading.
	if parents[result.TurnID] != 3 || parents[call] != 3 {
		t.Errorf("turn %s, call %s: %v", result.TurnID, call, parents)
	}
	for _, s := range c.spans {
		if attributes(s.Attributes)["ptk.parent_id"] == call && byID[string(s.ParentSpanId)].GetName() != "execute_tool agent" {
			t.Errorf("%s is below %s", s.Name, byID[string(s.ParentSpanId)].GetName())
		}
	}
}
