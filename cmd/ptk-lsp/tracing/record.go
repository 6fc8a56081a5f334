package tracing

import (
	"encoding/json"
	"time"
)

// The kinds of lines in a trace file.
const (
	KindTurn    = "turn"    // a turn starts: Text is the user's message
	KindRequest = "request" // a request to a model: New are the messages that were not in its last request of this turn
	KindAnswer  = "answer"  // the response
	KindCall    = "call"    // a tool call of the model
	KindRun     = "run"     // a tool ran, after consent
	KindResult  = "result"  // the result of a call; TookMs includes the wait for consent
	KindUser    = "user"    // a message of the user while the turn ran
	KindWarning = "warning"
	KindEnd     = "end" // the turn ended
)

// Record is one line of a trace file.
type Record struct {
	Time time.Time `json:"time"`
	// Ms is the time since the turn began.
	Ms           float64 `json:"ms"`
	Turn         string  `json:"turn"`
	Kind         string  `json:"kind"`
	Conversation string  `json:"conversation,omitempty"`
	// Parent is the turn, or the tool call for which an agent works.
	Parent string `json:"parent,omitempty"`
	// ID is the id of a tool call, or the code of a warning.
	ID    string `json:"id,omitempty"`
	Call  int    `json:"call,omitempty"` // of the model, counted from 1
	Model string `json:"model,omitempty"`
	Mode  string `json:"mode,omitempty"`
	Tool  string `json:"tool,omitempty"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// Messages is the number of messages of a request. The first Same of them are equal to those of the previous request of
	// the same parent to the same model.
	Messages  int             `json:"messages,omitempty"`
	Same      int             `json:"same,omitempty"`
	New       []Message       `json:"new,omitempty"`
	Tools     []string        `json:"tools,omitempty"`
	Calls     []Call          `json:"calls,omitempty"`
	Args      json.RawMessage `json:"args,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Reasoning string          `json:"reasoning,omitempty"`
	Finish    string          `json:"finish,omitempty"`
	Left      bool            `json:"left,omitempty"` // the response was not read to its end
	Cached    bool            `json:"cached,omitempty"`
	Success   bool            `json:"success,omitempty"`
	TookMs    float64         `json:"tookMs,omitempty"`
	FirstMs   float64         `json:"firstMs,omitempty"` // until the first chunk of a response
	Error     string          `json:"error,omitempty"`
	Usage     *Tokens         `json:"usage,omitempty"`
}

// Message is one message of a request.
type Message struct {
	Role  string `json:"role"`
	Text  string `json:"text"`
	Calls []Call `json:"calls,omitempty"`
}

// Call is a native tool call.
type Call struct {
	ID        string `json:"id,omitempty"`
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"`
}

// Tokens are the counts of a provider.
type Tokens struct {
	Input  int `json:"input"`
	Output int `json:"output"`
	Cached int `json:"cached,omitempty"`
}
