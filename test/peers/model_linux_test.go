// Package peers runs the whole program with hostile model servers, MCP servers and editors, and measures the memory they cost and
// the time from a cancel to the end.
package peers

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

// flood is an endless answer: head once, then body repeatedly, as fast as the client reads.
type flood struct {
	name       string
	head, body string
	says       string // in the error that ends the turn
}

const (
	openChunk = `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":`
	shutChunk = `,"finish_reason":null}]}` + "\n\n"
)

func delta(json string) string { return openChunk + json + shutChunk }

func content(s string) string { return delta(fmt.Sprintf(`{"content":%q}`, s)) }

func nativePiece() string {
	return delta(`{"tool_calls":[{"index":0,"function":{"arguments":"` + strings.Repeat("a", 60) + `"}}]}`)
}

// floods returns the answers to try. Each body is long, so that the server is never the bottleneck.
func floods() []flood {
	many := func(s string) string { return strings.Repeat(s, max(1, (64<<10)/len(s))) }
	return []flood{
		{"words", "", many(content(" word")), "the answer was ended after"},
		{"large pieces", "", content(strings.Repeat("all work and no play ", 3000)), "the answer was ended after"},
		{"lines", "", many(content("a line of a list\n\n- ")), "the answer was ended after"},
		{"a line without end", `data: {"choices":[{"delta":{"content":` +
			`"`, strings.Repeat("x", 64<<10), "one event of the response is larger than"},
		{"white space", "", many(content(strings.Repeat(" \n", 20))), "the answer was ended after"},
		{"thoughts", "", many(delta(`{"reasoning_content":"hm, what would that be, and why, "}`)), "the answer was ended after"},
		{"a thought in tags", content("<think>"), many(content("hm, what would that be, and why, ")), "the answer was ended after"},
		{"white space before a thought", "", many(content(strings.Repeat("\n", 40))), "the answer was ended after"},
		{"a call in text", content(`<PTK_CALL>{"tool":"read_file","args":{"path":"`), many(content("aaaa")), "the answer was ended after"},
		{"tags that open", "", many(content("<PTK_CALL>")), "the answer was ended after"},
		{"signs that may be tags", "", many(content("<<<<")), "the answer was ended after"},
		{"brackets", content("```json\n"), many(content(`{"a":[{"a":[`)), "the answer was ended after"},
		{
			"many calls in text", "", many(content(`<PTK_CALL>{"tool":"read_file","args":{"path":"a"}}</PTK_CALL>` + "\n")),
			"the answer was ended after",
		},
		{
			"a native call", delta(`{"tool_calls":[{"index":0,"id":"c0","function":{"name":"read_file","arguments":"{\"path\":\""}}]}`),
			many(nativePiece()), "the answer was ended after",
		},
		{
			"mixed native calls", delta(`{"tool_calls":[{"index":0,"id":"c0","function":{"name":"read_file","arguments":"{\"path\":\""}}]}`) +
				delta(`{"tool_calls":[{"index":1,"id":"c1","function":{"name":"read_file","arguments":"{"}}]}`),
			many(nativePiece()), "the answer was ended after",
		},
		{
			"many native calls", "", many(delta(`{"tool_calls":[{"id":"","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]}`)),
			"the answer was ended after",
		},
		{"comments", "", many(": keep-alive\n\n"), "without any content"},
		{"empty pieces", "", many(delta(`{}`)), "without any content"},
		{
			"usage", "", many(`data: {"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":99999999999999999999}}` + "\n\n"),
			"without any content",
		},
		{"empty lines", "", strings.Repeat("\n", 64<<10), "without any content"},
		{"fields that mean nothing", "", "id: " + strings.Repeat("x", 64<<10) + "\n", "without any content"},
		{"a field without end", "event: ", strings.Repeat("x", 64<<10), "one event of the response is larger than"},
		{"deep nesting", "data: ", strings.Repeat("[", 64<<10), "one event of the response is larger than"},
	}
}

// model is a model server that answers with a flood.
type model struct {
	url   string
	begun chan struct{} // receives one for each answer that begins
}

func newModel(t *testing.T, f flood) *model {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &model{url: "http://" + listener.Addr().String() + "/v1", begun: make(chan struct{}, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		m.begun <- struct{}{}
		_, err := w.Write([]byte(f.head))
		for err == nil {
			_, err = w.Write([]byte(f.body)) // fails once the client has gone
		}
	})
	mux.HandleFunc("/", http.NotFound)
	server := &http.Server{Handler: mux}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }() // ends with Close
	t.Cleanup(func() { server.Close(); <-done })
	return m
}
