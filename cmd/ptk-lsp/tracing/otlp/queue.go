package otlp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

const (
	queueLength = 2048 // spans that wait
	batchLength = 256
	batchTime   = 2 * time.Second // how long a span waits for others
)

// Queue sends ended spans in the background. If the queue is full spans are dropped, so that nothing ever waits for the
// collector. It is an sdktrace.SpanProcessor.
type Queue struct {
	client  *Client
	failed  func(err error, spans int)
	spans   chan sdktrace.ReadOnlySpan
	flush   chan chan struct{}
	ended   chan struct{}
	end     context.CancelFunc
	life    context.Context //nolint:containedctx // the queue is the lifetime: the SDK calls it without a context
	stop    sync.Once
	dropped atomic.Int64
}

// NewQueue returns a queue that sends to a client. It calls failed if a batch could not be sent.
func NewQueue(c *Client, failed func(err error, spans int)) *Queue {
	q := &Queue{
		client: c, failed: failed, spans: make(chan sdktrace.ReadOnlySpan, queueLength),
		flush: make(chan chan struct{}), ended: make(chan struct{}),
	}
	q.life, q.end = context.WithCancel(context.Background())
	go q.run()
	return q
}

// OnStart does nothing.
func (q *Queue) OnStart(context.Context, sdktrace.ReadWriteSpan) {}

// OnEnd adds a span.
func (q *Queue) OnEnd(s sdktrace.ReadOnlySpan) {
	if !s.SpanContext().IsSampled() {
		return
	}
	select {
	case q.spans <- s:
	default:
		q.dropped.Add(1)
	}
}

// Dropped returns how many spans were dropped since the last call.
func (q *Queue) Dropped() int64 { return q.dropped.Swap(0) }

func (q *Queue) run() {
	defer close(q.ended)
	var batch []sdktrace.ReadOnlySpan
	send := func() {
		if err := q.client.sendSpans(q.life, batch); err != nil {
			q.failed(err, len(batch))
		}
		batch = nil
	}
	tick := time.NewTicker(batchTime)
	defer tick.Stop()
	for {
		select {
		case s := <-q.spans:
			if batch = append(batch, s); len(batch) >= batchLength {
				send()
			}
		case <-tick.C:
			if len(batch) > 0 {
				send()
			}
		case done := <-q.flush:
			for len(q.spans) > 0 {
				batch = append(batch, <-q.spans)
			}
			send()
			close(done)
		case <-q.life.Done():
			return
		}
	}
}

// ForceFlush sends what waits and returns when that is done.
func (q *Queue) ForceFlush(ctx context.Context) error {
	done := make(chan struct{})
	select {
	case q.flush <- done:
	case <-q.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Shutdown sends what waits as far as the context leaves time, and ends the queue.
func (q *Queue) Shutdown(ctx context.Context) error {
	err := q.ForceFlush(ctx)
	q.stop.Do(func() {
		q.end()
		<-q.ended
		q.client.close()
	})
	return err
}
