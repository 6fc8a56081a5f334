package otlp

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A collector that accepts connections and never responds blocks no caller: spans beyond the queue are dropped and counted, and
// the end waits no longer than it may.
func TestACollectorThatHangsBlocksNobody(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	client, err := New("http://"+silent.Addr().String(), "")
	if err != nil {
		t.Fatal(err)
	}
	var lost atomic.Int64
	q := NewQueue(client, func(_ error, spans int) { lost.Add(int64(spans)) })
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(q)).Tracer("t")
	const ended = 4 * queueLength
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range ended {
			_, span := tracer.Start(context.Background(), "s")
			span.End()
		}
	}()
	select {
	case <-done:
	case <-time.After(sendTime / 2): // the first batch is still on its way
		t.Fatal("spans wait for the collector")
	}
	if n := q.Dropped(); n < ended-queueLength-2*batchLength || n >= ended {
		t.Errorf("%d of %d spans were dropped", n, ended)
	}
	if n := q.Dropped(); n != 0 {
		t.Errorf("%d dropped spans are counted twice", n)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := q.Shutdown(ctx); err == nil || time.Since(began) > sendTime/2 {
		t.Errorf("the end took %s: %v", time.Since(began), err)
	}
	if lost.Load() == 0 {
		t.Error("nobody was told of the batch that was not sent")
	}
}
