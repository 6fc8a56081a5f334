package tracing

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// meter records metrics, by the names of OpenTelemetry's conventions if they have one, else by names that begin with ptk.
type meter struct {
	turns, tools         metric.Int64Counter
	turnTime, call, tool metric.Float64Histogram
	firstChunk           metric.Float64Histogram
	tokens               metric.Int64Histogram
}

func newMeter(m metric.Meter) (meter, error) {
	var x meter
	errs := make([]error, 7)
	seconds := metric.WithUnit("s")
	bounds := metric.WithExplicitBucketBoundaries( // of the conventions
		0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
	tokenBounds := metric.WithExplicitBucketBoundaries(
		1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864)
	x.turns, errs[0] = m.Int64Counter("ptk.turns",
		metric.WithUnit("{turn}"), metric.WithDescription("Turns, by how they ended."))
	x.tools, errs[1] = m.Int64Counter("ptk.tool.calls",
		metric.WithUnit("{call}"), metric.WithDescription("Tool calls, including those that were refused before they ran."))
	x.turnTime, errs[2] = m.Float64Histogram("ptk.turn.duration",
		seconds, bounds, metric.WithDescription("Duration of turns."))
	x.call, errs[3] = m.Float64Histogram("gen_ai.client.operation.duration",
		seconds, bounds, metric.WithDescription("Duration of model calls."))
	x.tool, errs[4] = m.Float64Histogram("ptk.tool.duration",
		seconds, bounds, metric.WithDescription("Duration of tool runs, without the wait for consent."))
	x.firstChunk, errs[5] = m.Float64Histogram("ptk.model.time_to_first_chunk",
		seconds, bounds, metric.WithDescription("Time until the first chunk of a response."))
	x.tokens, errs[6] = m.Int64Histogram("gen_ai.client.token.usage",
		metric.WithUnit("{token}"), metric.WithDescription("Tokens used."), tokenBounds)
	return x, errors.Join(errs...)
}

func metricVersion(v string) metric.MeterOption { return metric.WithInstrumentationVersion(v) }

// with returns the attributes, and the type of the failure unless it is "".
func with(failure string, attrs ...attribute.KeyValue) metric.MeasurementOption {
	if failure != "" {
		attrs = append(attrs, attribute.String("error.type", failure))
	}
	return metric.WithAttributes(attrs...)
}

func (m meter) turnEnded(took time.Duration, failure string) {
	m.turns.Add(context.Background(), 1, with(failure))
	m.turnTime.Record(context.Background(), took.Seconds(), with(failure))
}

func (m meter) toolCalled(tool, failure string) {
	m.tools.Add(context.Background(), 1, with(failure, attribute.String("gen_ai.tool.name", tool)))
}

func (m meter) toolRan(c *ToolRun) {
	m.tool.Record(context.Background(), c.Took.Seconds(), with(c.failure(), attribute.String("gen_ai.tool.name", c.Spec.Name)))
}

func (m meter) modelCalled(c *ModelCall, failure string) {
	attrs := []attribute.KeyValue{attribute.String("gen_ai.operation.name", "chat"), model(c.Route), providerName(c.Route)}
	m.call.Record(context.Background(), c.Took.Seconds(), with(failure, attrs...))
	if c.First > 0 {
		m.firstChunk.Record(context.Background(), c.First.Seconds(), with("", attrs...))
	}
	if c.Usage != nil {
		m.tokensUsed(c.Usage.InputTokens, "input", attrs)
		m.tokensUsed(c.Usage.OutputTokens, "output", attrs)
	}
}

func (m meter) tokensUsed(n int, kind string, attrs []attribute.KeyValue) {
	m.tokens.Record(context.Background(), int64(n), with("", append(attrs, attribute.String("gen_ai.token.type", kind))...))
}
