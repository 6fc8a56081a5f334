package llmtest

import (
	"net/http"
	"time"
	"unicode/utf8"

	"ptk-lsp/llm"
)

// Reply is one scripted reply, made with [Say], [Call], [Stream], [Fail], [React] or [Vectors].
type Reply struct {
	// React makes the reply from the request, if set; the other fields except Always are ignored then.
	// It runs on the server's goroutine: call t.Error, not t.Fatal.
	React func(Request) Reply
	// Status, if set, sends this status, Header and Body instead of a stream.
	Status int
	Header http.Header
	Body   string
	// Steps are played in order. Then the stream gets its proper end, unless the last was [Cut], [Silence] or [End].
	Steps []Step
	// Every, if set, splits the stream into writes of so many bytes.
	Every int
	// Always makes the reply answer every further request; the rest of the script is never reached.
	Always bool

	vectors func(text string) []float32
}

// Say sends a text, each piece as an event of its own.
func Say(pieces ...string) Reply {
	var steps []Step
	for _, p := range pieces {
		steps = append(steps, Text(p))
	}
	return Reply{Steps: steps}
}

// Vectors answers a request for vectors; f makes the vector of each text. Any other reply answers such a request as it would a
// chat, which is of use for [Fail] and a [Stream] of [Cut] or [Silence].
func Vectors(f func(text string) []float32) Reply { return Reply{vectors: f} }

// Pieces splits a text into pieces of n bytes, or a little more so as not to cut a character.
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

// Call sends one native tool call, whose arguments are JSON, in fragments.
func Call(id, name, arguments string) Reply {
	return Stream(Native(0, id, name, arguments)...)
}

// Stream sends steps.
func Stream(steps ...Step) Reply { return Reply{Steps: steps} }

// Fail sends a status and a body; header alternates names and values, such as "Retry-After", "1".
func Fail(status int, body string, header ...string) Reply {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return Reply{Status: status, Header: h, Body: body}
}

// React makes the reply from the request.
func React(f func(Request) Reply) Reply { return Reply{React: f} }

// Always answers every further request with the same reply.
func Always(r Reply) Reply {
	r.Always = true
	return r
}

// Step is one action of a streaming reply.
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

// Usage sets the token counts; by default they are 10 in, 5 out.
func Usage(u llm.Usage) Step { return Step{kind: stepUsage, usage: u} }

// Finish sets the finish reason; by default it is the one that fits what was sent.
func Finish(reason llm.Finish) Step { return Step{kind: stepFinish, finish: reason} }

// Failure sends an error in the stream, whose status was 200.
func Failure(message string) Step { return Step{kind: stepFailure, text: message} }

// Noise sends what the format allows between two pieces and has no meaning, such as comments or empty lines.
func Noise() Step { return Step{kind: stepNoise} }

// Raw sends bytes as they are.
func Raw(wire string) Step { return Step{kind: stepRaw, text: wire} }

// Pause waits.
func Pause(d time.Duration) Step { return Step{kind: stepPause, pause: d} }

// Gate waits until it can receive from open, or open is closed.
func Gate(open <-chan struct{}) Step { return Step{kind: stepGate, gate: open} }

// Cut closes the connection, as a server that crashes does.
func Cut() Step { return Step{kind: stepCut} }

// Silence sends nothing more, and holds the connection until the client leaves or the server is closed. As the first step
// it holds back even the header.
func Silence() Step { return Step{kind: stepSilence} }

// End ends the stream in good order, but without finish reason or end mark.
func End() Step { return Step{kind: stepEnd} }
