package tracing

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"ptk-lsp/cmd/ptk-lsp/tracing/otlp"
	"ptk-lsp/ptk/chat"
)

// spanned tells a collector, by spans and metrics under the names of OpenTelemetry's conventions for generative AI. What
// was asked, answered, read or written is in none of them.
//
// Source: https://opentelemetry.io/docs/specs/semconv/gen-ai/.
type spanned struct {
	log    *slog.Logger
	traces *sdktrace.TracerProvider
	queue  *otlp.Queue
	tracer trace.Tracer
	meters *sdkmetric.MeterProvider
	meter  meter
}

const scope = "ptk-lsp"

// metricsTime is how often metrics are sent.
const metricsTime = 30 * time.Second

func newSpanned(c Config, version string, log *slog.Logger) (*spanned, error) {
	client, err := otlp.New(c.Endpoint, c.Headers)
	if err != nil {
		return nil, err
	}
	s := &spanned{log: log}
	s.queue = otlp.NewQueue(client, func(err error, spans int) { log.Warn("spans were not sent", "spans", spans, "error", err) })
	about := resource.NewSchemaless(attribute.String("service.name", "ptk-lsp"), attribute.String("service.version", version))
	s.traces = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(s.queue), sdktrace.WithResource(about), sdktrace.WithSampler(sdktrace.AlwaysSample()))
	s.tracer = s.traces.Tracer(scope, trace.WithInstrumentationVersion(version))
	reader := sdkmetric.NewPeriodicReader(otlp.NewMetrics(client), sdkmetric.WithInterval(metricsTime), sdkmetric.WithTimeout(metricsTime))
	s.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader), sdkmetric.WithResource(about))
	if s.meter, err = newMeter(s.meters.Meter(scope, metricVersion(version))); err != nil {
		return nil, err
	}
	return s, nil
}

// close sends what waits and tells of what was dropped.
func (s *spanned) close(ctx context.Context) {
	if err := s.traces.Shutdown(ctx); err != nil {
		s.log.Warn("spans were not sent at the end", "error", err)
	}
	if err := s.meters.Shutdown(ctx); err != nil {
		s.log.Warn("metrics were not sent at the end", "error", err)
	}
	s.tellDropped()
}

func (s *spanned) tellDropped() {
	if n := s.queue.Dropped(); n > 0 {
		s.log.Warn("spans were dropped, for the collector is too slow", "spans", n)
	}
}

func (s *spanned) turnBegan(ctx context.Context, t *Turn) context.Context {
	ctx, span := s.tracer.Start(ctx, "invoke_agent ptk", trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "invoke_agent"), attribute.String("gen_ai.agent.name", "ptk")))
	t.keep(s, span)
	return ctx
}

func (s *spanned) event(t *Turn, e chat.Event) {
	span := t.kept(s)
	if span == nil {
		return
	}
	switch e := e.(type) {
	case chat.TurnStart:
		span.SetAttributes(attribute.String("ptk.request_id", e.TurnID), attribute.String("gen_ai.conversation.id", e.ConversationID), model(e.Model), providerName(e.Model))
	case chat.ToolResult:
		name, failure := e.Tool, ""
		if e.Result != nil && e.Result.Err != nil {
			failure = string(e.Result.Err.Type)
			if chat.ErrorCode(e.Result.Err.Code) == chat.ToolNotFound {
				name = "_other" // the model's own invention is content
			}
		}
		s.meter.toolCalled(name, failure)
	}
}

func (s *spanned) turnEnded(t *Turn, r *chat.Result, err error) {
	span := t.kept(s)
	if span == nil {
		return
	}
	failure := ""
	if err != nil {
		failure = errorType(err)
	} else {
		failure = turnFailure(r)
		span.SetAttributes(attribute.Int("ptk.iterations", r.Iterations), attribute.Int("ptk.tool_calls", len(r.ToolCalls)),
			attribute.Int("gen_ai.usage.input_tokens", r.Usage.InputTokens), attribute.Int("gen_ai.usage.output_tokens", r.Usage.OutputTokens))
	}
	finish(span, failure)
	s.meter.turnEnded(t.Took, failure)
	s.tellDropped()
}

func (s *spanned) modelBegan(ctx context.Context, m *ModelCall) context.Context {
	ctx, span := s.tracer.Start(ctx, "chat "+modelName(m.Route), trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(m.Began), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), model(m.Route), providerName(m.Route),
		attribute.String("ptk.request_id", m.Turn.ID()), attribute.String("ptk.parent_id", m.Parent), attribute.Int("ptk.call", m.N)))
	if m.Request.Temperature != nil {
		span.SetAttributes(attribute.Float64("gen_ai.request.temperature", *m.Request.Temperature))
	}
	if m.Request.MaxTokens > 0 {
		span.SetAttributes(attribute.Int("gen_ai.request.max_tokens", m.Request.MaxTokens))
	}
	m.Turn.keepFor(s, m, span)
	return ctx
}

func (s *spanned) modelEnded(m *ModelCall) {
	span := m.Turn.takeFor(s, m)
	if span == nil {
		return
	}
	if m.Usage != nil {
		span.SetAttributes(attribute.Int("gen_ai.usage.input_tokens", m.Usage.InputTokens), attribute.Int("gen_ai.usage.output_tokens", m.Usage.OutputTokens))
	}
	if m.Finish != "" {
		span.SetAttributes(attribute.StringSlice("gen_ai.response.finish_reasons", []string{string(m.Finish)}))
	}
	if m.First > 0 {
		span.SetAttributes(attribute.Float64("ptk.time_to_first_chunk", m.First.Seconds()))
	}
	if m.Retries > 0 {
		span.SetAttributes(attribute.Int("ptk.retries", m.Retries))
	}
	failure := ""
	if m.Err != nil {
		failure = errorType(m.Err)
	}
	finish(span, failure)
	s.meter.modelCalled(m, failure)
}

func (s *spanned) toolBegan(ctx context.Context, c *ToolRun) context.Context {
	ctx, span := s.tracer.Start(ctx, "execute_tool "+c.Spec.Name, trace.WithTimestamp(c.Began), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", c.Spec.Name),
		attribute.String("gen_ai.tool.call.id", c.ID), attribute.String("gen_ai.tool.type", "function"),
		attribute.String("ptk.request_id", c.Turn.ID()), attribute.String("ptk.parent_id", c.Parent), attribute.String("ptk.call_id", c.ID)))
	c.Turn.keepFor(s, c, span)
	return ctx
}

func (s *spanned) toolEnded(c *ToolRun) {
	if span := c.Turn.takeFor(s, c); span != nil {
		finish(span, c.failure())
		s.meter.toolRan(c)
	}
}

// finish ends a span; a failure is told by its type alone.
func finish(span trace.Span, failure string) {
	if failure != "" {
		span.SetAttributes(attribute.String("error.type", failure))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

func modelName(route string) string {
	_, name, found := strings.Cut(route, "/")
	if !found {
		return route
	}
	return name
}

func model(route string) attribute.KeyValue {
	return attribute.String("gen_ai.request.model", modelName(route))
}

// providerName is the provider as the conventions name it, where they do.
func providerName(route string) attribute.KeyValue {
	name, _, _ := strings.Cut(route, "/")
	if strings.HasPrefix(name, "ai-studio") {
		name = "gcp.gemini"
	}
	return attribute.String("gen_ai.provider.name", name)
}

type keyOf struct {
	who  observer
	what any
}

// keep remembers the turn's own span.
func (t *Turn) keep(o observer, span trace.Span) { t.keepFor(o, t, span) }

func (t *Turn) kept(o observer) trace.Span {
	t.mu.Lock()
	defer t.mu.Unlock()
	span, _ := t.spans[keyOf{o, t}].(trace.Span)
	return span
}

func (t *Turn) keepFor(o observer, what any, span trace.Span) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spans == nil {
		t.spans = map[keyOf]any{}
	}
	t.spans[keyOf{o, what}] = span
}

func (t *Turn) takeFor(o observer, what any) trace.Span {
	t.mu.Lock()
	defer t.mu.Unlock()
	span, _ := t.spans[keyOf{o, what}].(trace.Span)
	delete(t.spans, keyOf{o, what})
	return span
}
