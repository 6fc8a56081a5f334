package record

// Message is a message of the prompt. JSON in it is held as a string, so that it is read back byte for byte and a prompt is
// the same after a restart.
type Message struct {
	Role    string       `json:"role"`
	Text    string       `json:"text,omitempty"`
	Images  []Image      `json:"images,omitempty"`
	Raw     string       `json:"raw,omitempty"` // omitted if it equals Text
	Calls   []Call       `json:"calls,omitempty"`
	Results []CallResult `json:"results,omitempty"`
	Seen    []Seen       `json:"seen,omitempty"`
}

// Image is a picture.
type Image struct {
	MIME string `json:"mime"`
	Data []byte `json:"data"`
}

// Call is a call as the model made it.
type Call struct {
	ID        string `json:"id,omitempty"`
	Tool      string `json:"tool,omitempty"`
	Reasoning string `json:"reasoning,omitempty"`
	Args      string `json:"args,omitempty"` // JSON
}

// CallResult is the result of a call as the model sees it.
type CallResult struct {
	CallID  string  `json:"callId,omitempty"`
	Tool    string  `json:"tool,omitempty"`
	OK      bool    `json:"ok,omitempty"`
	Body    string  `json:"body,omitempty"` // JSON
	Failure string  `json:"failure,omitempty"`
	Images  []Image `json:"images,omitempty"`
}

// Seen is a file that came into the prompt.
type Seen struct {
	Path string `json:"path"`
	Hash string `json:"hash,omitempty"`
}

// Mark is the first message that the prompt holds whole, and the summary of those before.
type Mark struct {
	From    int     `json:"from"`
	Short   int     `json:"short"`
	Cut     int     `json:"cut,omitempty"`
	Summary Summary `json:"summary"`
}

// Summary sums up messages that the prompt no longer holds.
type Summary struct {
	Task    string     `json:"task,omitempty"`
	Notes   []string   `json:"notes,omitempty"`
	Changed []string   `json:"changed,omitempty"`
	Read    []string   `json:"read,omitempty"`
	Open    []string   `json:"open,omitempty"`
	Told    string     `json:"told,omitempty"`
	Said    []Exchange `json:"said,omitempty"`
	Dropped int        `json:"dropped,omitempty"`
}

// Exchange is one turn in short.
type Exchange struct {
	Asked    string `json:"asked"`
	Answered string `json:"answered,omitempty"`
}
