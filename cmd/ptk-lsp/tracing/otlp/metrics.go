package otlp

import (
	"context"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// Metrics sends metrics. It is a metric.Exporter.
type Metrics struct{ client *Client }

// NewMetrics returns an exporter of metrics that sends with a client.
func NewMetrics(c *Client) Metrics { return Metrics{c} }

// Temporality is cumulative.
func (Metrics) Temporality(metric.InstrumentKind) metricdata.Temporality {
	return metricdata.CumulativeTemporality
}

// Aggregation is the SDK's default.
func (Metrics) Aggregation(k metric.InstrumentKind) metric.Aggregation {
	return metric.DefaultAggregationSelector(k)
}

// ForceFlush does nothing: nothing waits here.
func (Metrics) ForceFlush(context.Context) error { return nil }

// Shutdown closes idle connections.
func (m Metrics) Shutdown(context.Context) error {
	m.client.close()
	return nil
}

// cumulative is AGGREGATION_TEMPORALITY_CUMULATIVE, which has another number in the SDK.
const cumulative = 2

type pointJSON struct {
	Attributes []keyValue `json:"attributes"`
	Start      string     `json:"startTimeUnixNano"`
	Time       string     `json:"timeUnixNano"`
	AsInt      string     `json:"asInt,omitempty"`
	Count      string     `json:"count,omitempty"`
	Sum        *float64   `json:"sum,omitempty"`
	Buckets    []string   `json:"bucketCounts,omitempty"`
	Bounds     []float64  `json:"explicitBounds,omitempty"`
	Min        *float64   `json:"min,omitempty"`
	Max        *float64   `json:"max,omitempty"`
}

type dataJSON struct {
	Points      []pointJSON `json:"dataPoints"`
	Temporality int         `json:"aggregationTemporality"`
	Monotonic   bool        `json:"isMonotonic,omitempty"`
}

type metricJSON struct {
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Unit        string    `json:"unit,omitempty"`
	Sum         *dataJSON `json:"sum,omitempty"`
	Histogram   *dataJSON `json:"histogram,omitempty"`
}

type scopeMetrics struct {
	Scope   scopeJSON    `json:"scope"`
	Metrics []metricJSON `json:"metrics"`
}

type resourceMetrics struct {
	Resource resourceJSON   `json:"resource"`
	Scopes   []scopeMetrics `json:"scopeMetrics"`
}

// Export sends metrics.
func (m Metrics) Export(ctx context.Context, rm *metricdata.ResourceMetrics) error {
	out := resourceMetrics{Resource: resourceOf(rm.Resource)}
	for _, s := range rm.ScopeMetrics {
		scope := scopeMetrics{Scope: scopeOf(s.Scope)}
		for _, x := range s.Metrics {
			if j, ok := metricOf(x); ok {
				scope.Metrics = append(scope.Metrics, j)
			}
		}
		out.Scopes = append(out.Scopes, scope)
	}
	if len(out.Scopes) == 0 {
		return nil
	}
	return m.client.post(ctx, "/v1/metrics", map[string]any{"resourceMetrics": []resourceMetrics{out}})
}

// metricOf encodes the kinds of metrics that this program uses: counters and histograms.
func metricOf(x metricdata.Metrics) (metricJSON, bool) {
	j := metricJSON{Name: x.Name, Description: x.Description, Unit: x.Unit}
	switch d := x.Data.(type) {
	case metricdata.Sum[int64]:
		j.Sum = &dataJSON{Temporality: cumulative, Monotonic: d.IsMonotonic}
		for _, p := range d.DataPoints {
			point := pointOf(p.Attributes, p.StartTime, p.Time)
			point.AsInt = strconv.FormatInt(p.Value, 10)
			j.Sum.Points = append(j.Sum.Points, point)
		}
	case metricdata.Histogram[float64]:
		j.Histogram = histogramOf(d)
	case metricdata.Histogram[int64]:
		j.Histogram = histogramOf(d)
	default:
		return j, false
	}
	return j, true
}

func histogramOf[N int64 | float64](d metricdata.Histogram[N]) *dataJSON {
	out := &dataJSON{Temporality: cumulative}
	for _, p := range d.DataPoints {
		point := pointOf(p.Attributes, p.StartTime, p.Time)
		sum := float64(p.Sum)
		point.Count, point.Sum, point.Bounds = strconv.FormatUint(p.Count, 10), &sum, p.Bounds
		for _, n := range p.BucketCounts {
			point.Buckets = append(point.Buckets, strconv.FormatUint(n, 10))
		}
		point.Min, point.Max = extreme(p.Min), extreme(p.Max)
		out.Points = append(out.Points, point)
	}
	return out
}

func extreme[N int64 | float64](e metricdata.Extrema[N]) *float64 {
	v, ok := e.Value()
	if !ok {
		return nil
	}
	f := float64(v)
	return &f
}

func pointOf(attrs attribute.Set, start, now time.Time) pointJSON {
	return pointJSON{Attributes: keyValues(attrs.ToSlice()), Start: nanos(start), Time: nanos(now)}
}
