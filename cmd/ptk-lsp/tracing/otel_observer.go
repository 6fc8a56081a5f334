package tracing

import (
	"context"
	"log/slog"
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

// otelObserver sends spans and metrics to a collector, by the names of OpenTelemetry's conventions for generative AI. The
// content of messages is never sent.
type otelObserver struct {
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

func newOTelObserver(c Config, version string, log *slog.Logger) (*otelObserver, error) {
	client, err := otlp.New(c.Endpoint, c.Headers)
	if err != nil {
		return nil, err
	}
	s := &otelObserver{log: log}
	s.queue = otlp.NewQueue(client, func(err error, spans int) { log.Warn("spans were not sent", "spans", spans, "error", err) })
	about := resource.NewSchemaless(attribute.String("service.name", "ptk-lsp"), attribute.String("service.version", version))
	s.traces = sdktrace.NewTracerProvider(
		sdktrace.WithSpanProcessor(s.queue), sdktrace.WithResource(about), sdktrace.WithSampler(sdktrace.AlwaysSample()),
	)
	s.tracer = s.traces.Tracer(scope, trace.WithInstrumentationVersion(version))
	reader := sdkmetric.NewPeriodicReader(otlp.NewMetrics(client), sdkmetric.WithInterval(metricsTime), sdkmetric.WithTimeout(metricsTime))
	s.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader), sdkmetric.WithResource(about))
	if s.meter, err = newMeter(s.meters.Meter(scope, metricVersion(version))); err != nil {
		return nil, err
	}
	return s, nil
}

// close sends the remaining spans and metrics.
func (s *otelObserver) close(ctx context.Context) {
	if err := s.traces.Shutdown(ctx); err != nil {
		s.log.Warn("spans were not sent at the end", "error", err)
	}
	if err := s.meters.Shutdown(ctx); err != nil {
		s.log.Warn("metrics were not sent at the end", "error", err)
	}
	s.logDropped()
}

func (s *otelObserver) logDropped() {
	if n := s.queue.Dropped(); n > 0 {
		s.log.Warn("spans were dropped because the collector is too slow", "spans", n)
	}
}

func (s *otelObserver) turnBegan(ctx context.Context, t *Turn) context.Context {
	ctx, span := s.tracer.Start(ctx, "invoke_agent ptk", trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "invoke_agent"), attribute.String("gen_ai.agent.name", "ptk")))
	t.attach(s, t, span)
	return ctx
}

func (s *otelObserver) event(t *Turn, e chat.Event) {
	span := t.attached(s)
	if span == nil {
		return
	}
	switch e := e.(type) {
	case chat.TurnStart:
		span.SetAttributes(
			attribute.String("ptk.request_id", e.TurnID), attribute.String("gen_ai.conversation.id", e.ConversationID),
			model(e.Model), providerName(e.Model),
		)
	case chat.ToolResult:
		name, failure := e.Tool, ""
		if e.Result != nil && e.Result.Err != nil {
			failure = string(e.Result.Err.Type)
			if chat.ErrorCode(e.Result.Err.Code) == chat.ToolNotFound {
				name = "_other" // a name that the model invented is content
			}
		}
		s.meter.toolCalled(name, failure)
	case chat.Iteration, chat.Text, chat.Reasoning, chat.ToolCallStart, chat.ToolOutput, chat.Plan, chat.Retry, chat.UserMessage,
		chat.UsageUpdate, chat.Warning:
		// not recorded
	}
}

func (s *otelObserver) turnEnded(t *Turn, r *chat.Result, err error) {
	span := t.attached(s)
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
	s.logDropped()
}

func (s *otelObserver) modelBegan(ctx context.Context, m *ModelCall) context.Context {
	attributes := trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), model(m.Route), providerName(m.Route),
		attribute.String("ptk.request_id", m.Turn.ID()), attribute.String("ptk.parent_id", m.Parent), attribute.Int("ptk.call", m.N),
	)
	ctx, span := s.tracer.Start(ctx, "chat "+modelName(m.Route),
		trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(m.Began), attributes)
	if m.Request.Temperature != nil {
		span.SetAttributes(attribute.Float64("gen_ai.request.temperature", *m.Request.Temperature))
	}
	if m.Request.MaxTokens > 0 {
		span.SetAttributes(attribute.Int("gen_ai.request.max_tokens", m.Request.MaxTokens))
	}
	m.Turn.attach(s, m, span)
	return ctx
}

func (s *otelObserver) modelEnded(m *ModelCall) {
	span := m.Turn.detach(s, m)
	if span == nil {
		return
	}
	if m.Usage != nil {
		span.SetAttributes(
			attribute.Int("gen_ai.usage.input_tokens", m.Usage.InputTokens),
			attribute.Int("gen_ai.usage.output_tokens", m.Usage.OutputTokens),
		)
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

func (s *otelObserver) toolBegan(ctx context.Context, c *ToolRun) context.Context {
	ctx, span := s.tracer.Start(ctx, "execute_tool "+c.Spec.Name, trace.WithTimestamp(c.Began), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", c.Spec.Name),
		attribute.String("gen_ai.tool.call.id", c.ID), attribute.String("gen_ai.tool.type", "function"),
		attribute.String("ptk.request_id", c.Turn.ID()), attribute.String("ptk.parent_id", c.Parent), attribute.String("ptk.call_id", c.ID)))
	c.Turn.attach(s, c, span)
	return ctx
}

func (s *otelObserver) toolEnded(c *ToolRun) {
	if span := c.Turn.detach(s, c); span != nil {
		finish(span, c.failure())
		s.meter.toolRan(c)
	}
}

// finish ends a span. Of a failure only its type is recorded.
func finish(span trace.Span, failure string) {
	if failure != "" {
		span.SetAttributes(attribute.String("error.type", failure))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
