package otlp

import (
	"fmt"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
)

// Types that spans and metrics share, with the names of the protocol. 64-bit numbers are strings.
type (
	keyValue struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
	resourceJSON struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeJSON struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
)

func keyValues(attrs []attribute.KeyValue) []keyValue {
	out := make([]keyValue, 0, len(attrs))
	for _, a := range attrs {
		out = append(out, keyValue{string(a.Key), value(a.Value)})
	}
	return out
}

func value(v attribute.Value) map[string]any {
	switch v.Type() {
	case attribute.STRING:
		return map[string]any{"stringValue": v.AsString()}
	case attribute.BOOL:
		return map[string]any{"boolValue": v.AsBool()}
	case attribute.INT64:
		return map[string]any{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.FLOAT64:
		return map[string]any{"doubleValue": v.AsFloat64()}
	case attribute.STRINGSLICE:
		values := []map[string]any{}
		for _, s := range v.AsStringSlice() {
			values = append(values, map[string]any{"stringValue": s})
		}
		return map[string]any{"arrayValue": map[string]any{"values": values}}
	}
	return map[string]any{"stringValue": fmt.Sprint(v.AsInterface())}
}

func resourceOf(r *resource.Resource) resourceJSON { return resourceJSON{keyValues(r.Attributes())} }

func scopeOf(s instrumentation.Scope) scopeJSON { return scopeJSON{s.Name, s.Version} }

func nanos(t time.Time) string {
	if t.IsZero() {
		return "0"
	}
	return strconv.FormatInt(t.UnixNano(), 10)
}
