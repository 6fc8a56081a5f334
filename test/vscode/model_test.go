package vscode

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
)

// model is a scripted model: its answers depend on the user's question.
type model struct {
	*llmtest.Server
	control *httptest.Server

	mu    sync.Mutex // guards gates
	gates map[string]chan struct{}
}

// newModel starts the model server, and the control server that opens gates for the browser process.
func newModel(t *testing.T) *model {
	t.Helper()
	m := &model{gates: map[string]chan struct{}{}}
	m.Server = llmtest.New(t, llmtest.Always(llmtest.React(m.reply)))
	mux := http.NewServeMux()
	mux.HandleFunc("POST /open/{gate}", func(_ http.ResponseWriter, r *http.Request) {
		m.gate(r.PathValue("gate")) <- struct{}{}
	})
	m.control = httptest.NewServer(mux)
	t.Cleanup(m.control.Close)
	return m
}

// gate returns the gate of that name; each value sent to it lets one answer continue.
func (m *model) gate(name string) chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gates[name] == nil {
		m.gates[name] = make(chan struct{}, 1)
	}
	return m.gates[name]
}

// reply returns the next step of the last question's script, by the number of model messages since the question.
func (m *model) reply(r llmtest.Request) llmtest.Reply {
	question, steps, at := m.question(r)
	if steps == nil {
		return llmtest.Say("There is no script for this question.")
	}
	said := 0
	for _, message := range r.Messages[at:] {
		if message.Role == llm.Assistant {
			said++
		}
	}
	if said >= len(steps) {
		return llmtest.Say("The script of " + question + " is at its end.")
	}
	return steps[said](r)
}

// question returns the last message that contains a question of the script.
func (m *model) question(r llmtest.Request) (string, []func(llmtest.Request) llmtest.Reply, int) {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role != llm.User {
			continue
		}
		// An unanswered question precedes the next one in the same message: the last one counts.
		last, found := -1, ""
		for question := range m.script() {
			if at := strings.LastIndex(r.Messages[i].Content, question); at > last {
				last, found = at, question
			}
		}
		if last >= 0 {
			return found, m.script()[found], i
		}
	}
	return "", nil, 0
}

// asked returns the requests whose last question was that one.
func (m *model) asked(question string) []llmtest.Request {
	var found []llmtest.Request
	for _, r := range m.Requests() {
		if q, _, _ := m.question(r); q == question {
			found = append(found, r)
		}
	}
	return found
}
