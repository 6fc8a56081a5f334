package otlp

import (
	"context"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

type spanJSON struct {
	TraceID    string     `json:"traceId"`
	SpanID     string     `json:"spanId"`
	Parent     string     `json:"parentSpanId,omitempty"`
	Flags      uint32     `json:"flags"`
	Name       string     `json:"name"`
	Kind       int        `json:"kind"`
	Start      string     `json:"startTimeUnixNano"`
	End        string     `json:"endTimeUnixNano"`
	Attributes []keyValue `json:"attributes"`
	Status     statusJSON `json:"status"`
}

type statusJSON struct {
	Code    int    `json:"code"`
	Message string `json:"message,omitempty"`
}

type scopeSpans struct {
	Scope scopeJSON  `json:"scope"`
	Spans []spanJSON `json:"spans"`
}

type resourceSpans struct {
	Resource resourceJSON `json:"resource"`
	Scopes   []scopeSpans `json:"scopeSpans"`
}

// sendSpans sends spans. They all have the same resource and scope.
func (c *Client) sendSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	out := scopeSpans{Scope: scopeOf(spans[0].InstrumentationScope())}
	for _, s := range spans {
		out.Spans = append(out.Spans, spanOf(s))
	}
	message := map[string]any{"resourceSpans": []resourceSpans{{resourceOf(spans[0].Resource()), []scopeSpans{out}}}}
	return c.post(ctx, "/v1/traces", message)
}

func spanOf(s sdktrace.ReadOnlySpan) spanJSON {
	out := spanJSON{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Flags: uint32(s.SpanContext().TraceFlags()),
		Name: s.Name(), Kind: int(s.SpanKind()), Start: nanos(s.StartTime()), End: nanos(s.EndTime()), Attributes: keyValues(s.Attributes()),
	}
	if s.Parent().HasSpanID() {
		out.Parent = s.Parent().SpanID().String()
	}
	switch st := s.Status(); st.Code {
	case codes.Ok:
		out.Status = statusJSON{1, ""}
	case codes.Error:
		out.Status = statusJSON{2, st.Description}
	}
	return out
}
