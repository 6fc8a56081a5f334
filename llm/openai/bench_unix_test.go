//go:build unix

package openai_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// chunk is an event as OpenAI sends it.
func chunk(text string) string {
	return fmt.Sprintf(
		`data: {"id":"chatcmpl-CTz2o7tYvqFm","object":"chat.completion.chunk","created":1763700000,"model":"gpt-5-mini","service_tier":`+
			`"default",`+
			`"system_fingerprint":"fp_560af6e559","choices":[{"index":0,"delta":{"content":%q},"logprobs":null,"finish_reason":null}],`+
			`"usage":null}`+"\n\n",
		text,
	)
}

const lastChunk = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"

// client sends one request and returns the time of the first text.
type client func(ctx context.Context) (first time.Time, pieces int, err error)

// ours uses the provider.
func ours(b *testing.B, url string) client {
	p := provider(b, url)
	return func(ctx context.Context) (first time.Time, bytes int, err error) {
		for d, err := range p.Stream(ctx, llmtest.Hello()) {
			if err != nil {
				return first, bytes, err
			}
			if d.Text != "" && bytes == 0 {
				first = time.Now()
			}
			bytes += len(d.Text)
		}
		return first, bytes, nil
	}
}

// bare uses net/http and only looks for lines with text.
func bare(b *testing.B, url string) client {
	transport := &http.Transport{MaxIdleConnsPerHost: 16, ReadBufferSize: 32 << 10}
	b.Cleanup(transport.CloseIdleConnections)
	key := []byte(`"content":"`)
	return func(ctx context.Context) (first time.Time, n int, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/chat/completions", strings.NewReader(`{"stream":true}`))
		if err != nil {
			return first, 0, err
		}
		resp, err := transport.RoundTrip(req)
		if err != nil {
			return first, 0, err
		}
		defer resp.Body.Close()
		lines := bufio.NewReaderSize(resp.Body, 32<<10)
		for {
			line, err := lines.ReadSlice('\n')
			if err == io.EOF {
				return first, n, nil
			}
			if err != nil {
				return first, n, err
			}
			if at := bytes.Index(line, key); at >= 0 {
				if n == 0 {
					first = time.Now()
				}
				text := line[at+len(key):]
				n += bytes.IndexByte(text, '"')
			}
		}
	}
}

// serve serves a handler on loopback.
func serve(b *testing.B, h http.HandlerFunc) (url string) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }() // ends with Close
	b.Cleanup(func() { server.Close(); <-done })
	return "http://" + listener.Addr().String()
}

// BenchmarkFirstText compares the time from the server's first byte to the first text, request by request in turn.
func BenchmarkFirstText(b *testing.B) {
	sent := make(chan time.Time, 1)
	url := serve(b, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		time.Sleep(time.Millisecond) // like a model, so that both wait on the socket
		_, _ = io.WriteString(w, chunk("Hello"))
		sent <- time.Now()
		_ = http.NewResponseController(w).Flush()
		_, _ = io.WriteString(w, lastChunk)
	})
	clients := []client{bare(b, url), ours(b, url)}
	took := make([][]float64, len(clients))
	for b.Loop() {
		for i, c := range clients {
			first, _, err := c(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], float64(first.Sub(<-sent).Nanoseconds())/1000)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(took[0]), "µs-bare")
	b.ReportMetric(median(took[1]), "µs-ours")
	b.ReportMetric(median(took[1])-median(took[0]), "µs-added")
}

// BenchmarkThroughput compares reading 20,000 small chunks at full speed, with one reader and with eight in parallel.
func BenchmarkThroughput(b *testing.B) {
	const chunks = 20_000
	var words [chunks]string
	for i := range words {
		words[i] = chunk(" word" + strconv.Itoa(i%100))
	}
	for _, perFlush := range []int{1, 64} {
		url := serve(b, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/event-stream")
			flusher := http.NewResponseController(w)
			for i, word := range words {
				_, _ = io.WriteString(w, word)
				if i%perFlush == 0 {
					_ = flusher.Flush()
				}
			}
			_, _ = io.WriteString(w, lastChunk)
		})
		for _, readers := range []int{1, 8} {
			b.Run(fmt.Sprintf("chunks-per-write=%d/readers=%d", perFlush, readers), func(b *testing.B) {
				clients := []client{bare(b, url), ours(b, url)}
				var wall, cpu [2][]float64
				for b.Loop() {
					for i, c := range clients {
						w, u := spent(b, func() { readAll(b, c, readers) })
						tokens := float64(chunks * readers)
						wall[i], cpu[i] = append(wall[i], w/tokens), append(cpu[i], u/tokens)
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(1e6/median(wall[0]), "tokens/s-bare")
				b.ReportMetric(1e6/median(wall[1]), "tokens/s-ours")
				b.ReportMetric(median(wall[0])/median(wall[1]), "x-bare")
				b.ReportMetric(median(cpu[0]), "cpu-µs/token-bare") // with the server's share
				b.ReportMetric(median(cpu[1]), "cpu-µs/token-ours")
			})
		}
	}
}

func readAll(b *testing.B, c client, readers int) {
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			if _, n, err := c(b.Context()); err != nil || n < 100_000 {
				b.Errorf("%d bytes of text, %v", n, err)
			}
		})
	}
	wg.Wait()
}

// spent returns the wall and processor time of f in microseconds.
func spent(b *testing.B, f func()) (wall, cpu float64) {
	before, begin := processorTime(b), time.Now()
	f()
	return float64(time.Since(begin).Microseconds()), processorTime(b) - before
}

func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec)*1e6 + float64(u.Utime.Usec+u.Stime.Usec)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
