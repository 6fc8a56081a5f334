package llmtest

import (
	"net/http"
	"time"
	"unicode/utf8"

	"ptk-lsp/llm"
)

// Reply is one scripted answer. Make it with [Say], [Call], [Stream], [Fail] or [React].
type Reply struct {
	// React, where it is set, makes the reply of the request; the other fields but Always are of no meaning then.
	// It runs on the server's goroutine: assert with t.Error, not t.Fatal.
	React func(Request) Reply
	// Status, where it is set, answers with this status, Header and Body in place of a stream.
	Status int
	Header http.Header
	Body   string
	// Steps are played one after the other. After the last the stream is ended as it should be, unless that was [Cut],
	// [Silence] or [End].
	Steps []Step
	// Every, where it is set, cuts the stream into writes of so many bytes, wherever that falls.
	Every int
	// Always has the reply answer every further request; what follows in the script is never reached.
	Always bool

	vectors func(text string) []float32
}

// Say answers with a text, each piece an event of its own.
func Say(pieces ...string) Reply {
	var steps []Step
	for _, p := range pieces {
		steps = append(steps, Text(p))
	}
	return Reply{Steps: steps}
}

// Pieces cuts a text into pieces of n bytes, or a little more where a character would be cut.
func Pieces(text string, n int) []string {
	var pieces []string
	for len(text) > n {
		at := n
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		pieces, text = append(pieces, text[:at]), text[at:]
	}
	return append(pieces, text)
}

// Call answers with one native call of a tool; arguments are its JSON, sent in fragments.
func Call(id, name, arguments string) Reply {
	return Stream(Native(0, id, name, arguments)...)
}

// Stream answers with steps.
func Stream(steps ...Step) Reply { return Reply{Steps: steps} }

// Fail answers with a status and body; header are names and values in turn, such as "Retry-After", "1".
func Fail(status int, body string, header ...string) Reply {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return Reply{Status: status, Header: h, Body: body}
}

// React makes the reply of the request.
func React(f func(Request) Reply) Reply { return Reply{React: f} }

// Always answers every further request with the same reply.
func Always(r Reply) Reply {
	r.Always = true
	return r
}

// Step is one thing that a streaming reply does.
type Step struct {
	kind   stepKind
	text   string
	call   llm.ToolCall
	usage  llm.Usage
	finish llm.Finish
	pause  time.Duration
	gate   <-chan struct{}
}

type stepKind int

const (
	stepText stepKind = iota
	stepThought
	stepCall
	stepUsage
	stepFinish
	stepFailure
	stepRaw
	stepNoise
	stepPause
	stepGate
	stepCut
	stepSilence
	stepEnd
)

// Text sends a piece of the answer.
func Text(piece string) Step { return Step{kind: stepText, text: piece} }

// Thought sends a piece of reasoning.
func Thought(piece string) Step { return Step{kind: stepThought, text: piece} }

// Fragment sends a fragment of a native call: the first of an index holds id and name, the arguments add up.
func Fragment(f llm.ToolCall) Step { return Step{kind: stepCall, call: f} }

// Native sends a whole native call, its arguments in fragments of seven bytes.
func Native(index int, id, name, arguments string) []Step {
	steps := []Step{Fragment(llm.ToolCall{Index: index, ID: id, Name: name})}
	for _, p := range Pieces(arguments, 7) {
		steps = append(steps, Fragment(llm.ToolCall{Index: index, Arguments: p}))
	}
	return steps
}

// Usage says what is told of the tokens used; left out, it is 10 in, 5 out.
func Usage(u llm.Usage) Step { return Step{kind: stepUsage, usage: u} }

// Finish says why the answer ends; left out, it is the reason that fits what was sent.
func Finish(reason llm.Finish) Step { return Step{kind: stepFinish, finish: reason} }

// Failure tells in the stream, whose status was 200, that the provider is overloaded.
func Failure(message string) Step { return Step{kind: stepFailure, text: message} }

// Noise sends what the wire allows between two pieces and means nothing, such as comments or empty lines.
func Noise() Step { return Step{kind: stepNoise} }

// Raw sends bytes as they are.
func Raw(wire string) Step { return Step{kind: stepRaw, text: wire} }

// Pause waits.
func Pause(d time.Duration) Step { return Step{kind: stepPause, pause: d} }

// Gate waits until something can be received from open, or it is closed.
func Gate(open <-chan struct{}) Step { return Step{kind: stepGate, gate: open} }

// Cut cuts the connection, as a server does that crashes.
func Cut() Step { return Step{kind: stepCut} }

// Silence sends nothing more, and keeps the connection until the client leaves or the server is closed. As the first step
// it keeps back even the header.
func Silence() Step { return Step{kind: stepSilence} }

// End ends the stream in good order, but without finish reason and end mark.
func End() Step { return Step{kind: stepEnd} }
