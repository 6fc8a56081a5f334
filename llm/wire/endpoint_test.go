package wire

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
)

// A server that closes a connection just as a request arrives on it is asked again on a new one, without a word to the user.
func TestClosedIdleConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	requests := make(chan string, 10)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for first := true; ; first = false {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serveOnce(conn, requests)
			if first { // the second request of the first connection gets no answer
				_, _ = http.ReadRequest(bufio.NewReader(conn))
			}
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	e, err := New(Options{Name: "box", BaseURL: "http://" + l.Addr().String()}, "Authorization", "Bearer ")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	for range 2 {
		var v struct{ OK bool }
		if err := e.Post(t.Context(), "/chat", []byte(`{"a":1}`), &v); err != nil || !v.OK {
			t.Fatalf("got %+v, %v", v, err)
		}
	}
	for range 2 {
		if got := <-requests; got != `{"a":1}` {
			t.Errorf("the server read %q", got)
		}
	}
}

// serveOnce answers one request and keeps the connection.
func serveOnce(conn net.Conn, requests chan<- string) {
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	body, _ := io.ReadAll(req.Body)
	requests <- string(body)
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}")
}
