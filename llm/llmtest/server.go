// Package llmtest is a model server that follows a script: tests and commands send it real HTTP requests in a provider's wire
// format, and it sends the scripted replies, faults included.
// It shares no code with the providers and decodes requests itself. A test begins with [New], a command with [Start]; [Reply]
// and [Step] are what it can send. Each API has a file, which declares it for the table in api.go.
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

// Server answers requests with the replies of a script, in order, each API at its own paths and in its own format; requests for
// vectors with those of [Vectors]. Requests about models are answered at any time and not recorded.
type Server struct {
	// URL is the server's address without a path, such as "http://127.0.0.1:4711".
	URL string

	http   *http.Server
	stop   context.CancelFunc // ends silent and waiting replies
	served chan struct{}
	alarm  func(error)
	open   sync.WaitGroup // replies in progress

	mu       sync.Mutex // guards what follows
	script   []Reply
	next     int
	requests []Request
	models   []string
	errs     []error
}

// New starts a server that is closed at the end of the test. A request without a reply in the script gets status 500 and fails
// the test.
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

// Start starts a server for use outside of tests. [Server.Close] closes it and returns what went wrong.
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
	lists := map[string]bool{}
	for _, a := range apis() {
		a.serve(handlers{s.chat, s.embed}, mux)
		lists[a.models] = true
	}
	for route := range lists {
		mux.HandleFunc(route, s.listModels)
	}
	mux.HandleFunc("GET /", http.NotFound) // clients may probe for the kind of server
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, http.StatusNotFound, fmt.Errorf("llmtest: nothing is served at %s %s", r.Method, r.URL.Path))
	})
	return mux
}

// Close ends all replies and closes the server. The error lists requests that the script did not expect.
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

// Requests returns the requests so far, in the order in which they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Remaining returns the number of replies that no request has received yet.
func (s *Server) Remaining() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.script) - s.next
}

// Add appends replies to the script.
func (s *Server) Add(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, replies...)
}

// SetModels sets the list of models, initially "test-model" alone.
func (s *Server) SetModels(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = ids
}

// listModels answers in a form that suits every API.
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
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": list, "models": list}) // fails only if the client has gone
}

// chat returns a handler that records a request and plays its reply.
func (s *Server) chat(decode decoder, d func() dialect) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.respond(w, r, decode, func(req Request, reply Reply) { play(w, r, req, reply, d()) })
	}
}

// respond records a request and calls send with its reply.
func (s *Server) respond(w http.ResponseWriter, r *http.Request, decode decoder, send func(Request, Reply)) {
	s.open.Add(1)
	defer s.open.Done()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone before the end of its request
	}
	req := Request{Path: r.URL.Path, Header: masked(r.Header), Body: body, Gone: r.Context().Done()}
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
	send(req, reply)
}

// take records the request and returns its reply.
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

// refuse answers with an error and reports it to the test, or to [Server.Close].
func (s *Server) refuse(w http.ResponseWriter, status int, err error) {
	s.mu.Lock()
	s.errs = append(s.errs, err)
	s.mu.Unlock()
	s.alarm(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": err.Error()}})
}
