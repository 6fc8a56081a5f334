// Package llmtest is a model server that follows a script: tests and commands speak to it over real HTTP in the provider's
// real wire format, and it answers what the test laid down, faults included.
// It knows nothing of the code under test and decodes requests by itself. A test begins with [New], a command with [Start];
// what can be answered is said at [Reply] and [Step].
package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server answers requests with the replies of a script, in order: of Chat Completions (POST /v1/chat/completions), the
// Messages API (POST /v1/messages), the Gemini API (POST /v1beta/models/NAME:streamGenerateContent) and Ollama's
// (POST /api/chat), each in its own format; of vectors at /v1/embeddings, /v1beta/models/NAME:batchEmbedContents and
// /api/embed ([Vectors]). Questions about models are answered at any time and not recorded.
type Server struct {
	// URL is the server's address without a path, such as "http://127.0.0.1:4711".
	URL string

	http   *http.Server
	stop   context.CancelFunc // ends silent and waiting replies
	served chan struct{}
	alarm  func(error)
	open   sync.WaitGroup // replies under way

	mu       sync.Mutex // guards what follows
	script   []Reply
	next     int
	requests []Request
	models   []string
	errs     []error
}

// New starts a server that the test's end closes. A request for which the script has no reply is answered with status 500
// and fails the test.
func New(t testing.TB, script ...Reply) *Server {
	t.Helper()
	s, err := start(func(err error) { t.Error(err) }, script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stopServing(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Start starts a server for use outside of tests. [Server.Close] closes it and gives what went wrong.
func Start(script ...Reply) (*Server, error) {
	return start(func(error) {}, script)
}

func start(alarm func(error), script []Reply) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting the model server: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		URL: "http://" + listener.Addr().String(), stop: stop, served: make(chan struct{}),
		alarm: alarm, script: script, models: []string{"test-model"},
	}
	s.http = &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener) // ends with Close
	}()
	return s, nil
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, decodeOpenAI, &openAI{})
	})
	mux.HandleFunc("POST /v1/messages", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, decodeAnthropic, &anthropic{})
	})
	mux.HandleFunc("POST /v1beta/models/{call}", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.PathValue("call"), ":batchEmbedContents") {
			s.embed(geminiEmbedder())(w, r)
			return
		}
		s.answer(w, r, decodeGemini, &gemini{})
	})
	mux.HandleFunc("POST /v1/embeddings", s.embed(openAIEmbedder()))
	mux.HandleFunc("POST /api/embed", s.embed(ollamaEmbedder()))
	mux.HandleFunc("POST /api/chat", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, decodeOllama, &ollama{})
	})
	mux.HandleFunc("POST /api/show", showOllama)
	mux.HandleFunc("GET /api/tags", s.listModels)
	mux.HandleFunc("GET /v1/models", s.listModels)
	mux.HandleFunc("GET /v1beta/models", s.listModels)
	mux.HandleFunc("GET /", http.NotFound) // clients may look what kind of server this is
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, http.StatusNotFound, fmt.Errorf("llmtest: nothing is served at %s %s", r.Method, r.URL.Path))
	})
	return mux
}

// Close ends all replies and closes the server. The error tells of requests that the script did not foresee.
func (s *Server) Close() error {
	err := s.stopServing()
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(append(s.errs, err)...)
}

func (s *Server) stopServing() error {
	s.stop()
	err := s.http.Close()
	<-s.served
	s.open.Wait()
	return err
}

// Requests are the requests so far, in the order in which they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Remaining is the number of replies that no request has asked for yet.
func (s *Server) Remaining() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.script) - s.next
}

// Add puts further replies at the script's end.
func (s *Server) Add(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, replies...)
}

// SetModels says what GET /v1/models lists; before it is "test-model" alone.
func (s *Server) SetModels(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = ids
}

// listModels answers in a form that serves every wire.
func (s *Server) listModels(w http.ResponseWriter, r *http.Request) {
	type model struct {
		ID      string   `json:"id"`
		Object  string   `json:"object"`
		Name    string   `json:"name"`
		Methods []string `json:"supportedGenerationMethods"`
	}
	s.mu.Lock()
	list := []model{}
	for _, id := range s.models {
		name := "models/" + id
		if strings.HasPrefix(r.URL.Path, "/api/") {
			name = id
		}
		list = append(list, model{id, "model", name, []string{"generateContent"}})
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": list, "models": list}) // fails only where the client has gone
}

// answer records a request and plays the reply that the script has for it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, decode func([]byte, *Request) error, d dialect) {
	s.respond(w, r, decode, func(req Request, reply Reply) { play(w, r, req, reply, d) })
}

// respond records a request and has the reply given that the script has for it.
func (s *Server) respond(w http.ResponseWriter, r *http.Request, decode func([]byte, *Request) error, give func(Request, Reply)) {
	s.open.Add(1)
	defer s.open.Done()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone before it was through
	}
	req := newRequest(r, body)
	if err := decode(body, &req); err != nil {
		s.refuse(w, http.StatusBadRequest, fmt.Errorf("llmtest: the request can't be read: %w\n%s", err, body))
		return
	}
	reply, ok := s.take(&req)
	if !ok {
		s.refuse(w, http.StatusInternalServerError,
			fmt.Errorf("llmtest: the script has no reply for request %d; its last message: %.500s", req.N+1, req.Last().Content))
		return
	}
	for reply.React != nil {
		reply = reply.React(req)
	}
	give(req, reply)
}

// take records the request and gives its reply.
func (s *Server) take(req *Request) (Reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	req.N = len(s.requests)
	s.requests = append(s.requests, *req)
	if s.next == len(s.script) {
		return Reply{}, false
	}
	reply := s.script[s.next]
	if !reply.Always {
		s.next++
	}
	return reply, true
}

// refuse answers with an error and lets the test, or [Server.Close], know.
func (s *Server) refuse(w http.ResponseWriter, status int, err error) {
	s.mu.Lock()
	s.errs = append(s.errs, err)
	s.mu.Unlock()
	s.alarm(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": err.Error()}})
}
