package providers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// These benchmarks measure the whole path: a client on the pipes of a real ptk-lsp process, which asks a model server in this
// process, beside a bare HTTP client that reads the same stream of the same server and only looks for the texts.

const (
	chunks    = 20_000
	firstWord = "Hello"
)

// model is a server that streams as OpenAI does: a paced first word, or chunks at full speed.
type model struct {
	url   string
	paced bool
	asked chan time.Time // when a request came
	begun chan time.Time // when the first text was written
	words []string       // the chunks, which are repeated
}

func chunk(text string) string {
	return fmt.Sprintf(
		`data: {"id":"chatcmpl-CTz2o7tYvqFm","object":"chat.completion.chunk","created":1763700000,"model":"gpt-5-mini","service_tier":`+
			`"default",`+
			`"system_fingerprint":"fp_560af6e559","choices":[{"index":0,"delta":{"content":%q},"logprobs":null,"finish_reason":null}],`+
			`"usage":null}`+"\n\n",
		text,
	)
}

const lastChunk = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":` +
	`900,"completion_tokens":20000}}` + "\n\ndata: [DONE]\n\n"

func newModel(b *testing.B, paced bool) *model {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	m := &model{url: "http://" + listener.Addr().String(), paced: paced, asked: make(chan time.Time, 16), begun: make(chan time.Time, 16)}
	for i := range 100 {
		m.words = append(m.words, chunk(" word"+strconv.Itoa(i)))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"id":"m","context_length":400000}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", m.answer)
	server := &http.Server{Handler: mux}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }() // ends with Close
	b.Cleanup(func() { server.Close(); <-done })
	return m
}

func (m *model) answer(w http.ResponseWriter, r *http.Request) {
	m.asked <- time.Now()
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	flusher := http.NewResponseController(w)
	if m.paced {
		w.WriteHeader(http.StatusOK)
		_ = flusher.Flush()
		time.Sleep(5 * time.Millisecond) // like a model, so that both wait on the socket
		_, _ = io.WriteString(w, chunk(firstWord))
		m.begun <- time.Now()
		_ = flusher.Flush()
		_, _ = io.WriteString(w, lastChunk)
		return
	}
	m.begun <- time.Now()
	for i := range chunks {
		_, _ = io.WriteString(w, m.words[i%len(m.words)])
		_ = flusher.Flush()
	}
	_, _ = io.WriteString(w, lastChunk)
}

// reader sends one request and returns the times of the first text and of the end, and the bytes of text.
type reader func(b *testing.B) (first, end time.Time, n int)

// bareReader reads with net/http and only looks for lines with text.
func bareReader(b *testing.B, url string) reader {
	transport := &http.Transport{MaxIdleConnsPerHost: 16, ReadBufferSize: 32 << 10}
	b.Cleanup(transport.CloseIdleConnections)
	key := []byte(`"content":"`)
	return func(b *testing.B) (first, end time.Time, n int) {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url+"/v1/chat/completions", strings.NewReader(`{"stream":true}`))
		if err != nil {
			b.Error(err)
			return
		}
		resp, err := transport.RoundTrip(req)
		if err != nil {
			b.Error(err)
			return
		}
		defer resp.Body.Close()
		lines := bufio.NewReaderSize(resp.Body, 32<<10)
		for {
			line, err := lines.ReadSlice('\n')
			if err != nil {
				return first, time.Now(), n
			}
			if at := bytes.Index(line, key); at >= 0 {
				if n == 0 {
					first = time.Now()
				}
				n += bytes.IndexByte(line[at+len(key):], '"')
			}
		}
	}
}

// BenchmarkWholeWay measures from ptk/chat to the request, and from the server's first text to the editor's.
func BenchmarkWholeWay(b *testing.B) {
	m := newModel(b, true)
	e, bare := newEditor(b, m.url), bareReader(b, m.url)
	e.chat(b) // the first opens the workspace and the history
	<-m.asked
	<-m.begun
	var request, ours, theirs []float64
	for b.Loop() {
		first, _, _ := bare(b)
		<-m.asked
		theirs = append(theirs, micros(first.Sub(<-m.begun)))
		begin := time.Now()
		first, _, n := e.chat(b)
		if n != len(firstWord) {
			b.Fatalf("%d bytes of text", n)
		}
		request = append(request, micros((<-m.asked).Sub(begin)))
		ours = append(ours, micros(first.Sub(<-m.begun)))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(middle(request), "µs-to-request")
	b.ReportMetric(request[0], "µs-to-request-least")
	b.ReportMetric(middle(ours), "µs-first-text")
	b.ReportMetric(middle(theirs), "µs-first-text-bare")
	b.ReportMetric(middle(ours)-middle(theirs), "µs-first-text-added")
}

// BenchmarkWholeStream measures 20,000 small chunks, one a write, in one chat and in eight at once.
func BenchmarkWholeStream(b *testing.B) {
	for _, chats := range []int{1, 8} {
		b.Run(fmt.Sprintf("chats=%d", chats), func(b *testing.B) {
			m := newModel(b, false)
			e, bare := newEditor(b, m.url), bareReader(b, m.url)
			readers := []reader{bare, e.chat}
			m.run(b, e.chat, 1)
			var took [2][]float64
			var cpu []float64
			for b.Loop() {
				for i, r := range readers {
					before := e.processor(b)
					tokens := float64(chunks * chats)
					took[i] = append(took[i], micros(m.run(b, r, chats))/tokens)
					if i == 1 {
						cpu = append(cpu, (e.processor(b)-before)/tokens)
					}
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e6/middle(took[0]), "tokens/s-bare")
			b.ReportMetric(1e6/middle(took[1]), "tokens/s-ours")
			b.ReportMetric(middle(took[0])/middle(took[1]), "x-bare")
			b.ReportMetric(middle(cpu), "cpu-µs/token")
		})
	}
}

// run reads so many answers in parallel and returns the time from the first one's first text to the last one's end.
func (m *model) run(b *testing.B, r reader, times int) time.Duration {
	ends := make([]time.Time, times)
	var wg sync.WaitGroup
	for i := range times {
		wg.Go(func() {
			_, end, n := r(b)
			if n < 100_000 {
				b.Errorf("%d bytes of text", n)
			}
			ends[i] = end
		})
	}
	wg.Wait()
	begin := <-m.begun
	<-m.asked
	for range times - 1 {
		<-m.asked
		if at := <-m.begun; at.Before(begin) {
			begin = at
		}
	}
	return slices.MaxFunc(ends, time.Time.Compare).Sub(begin)
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

func middle(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
