package ptk

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
)

// message is one entry of a conversation, kept in a form from which both text and native prompts are made.
type message struct {
	role llm.Role
	// text is what the user, or the model beside its calls, said; for an assistant whose calls stood in the text,
	// raw is that text whole.
	text, raw string
	calls     []callRecord   // of an assistant
	results   []resultRecord // of a tool message, one for each call, in its order
}

// callRecord is a call as the model made it.
type callRecord struct {
	id, tool, reasoning string
	args                json.RawMessage
}

// resultRecord is what a call came to, as the model is told.
type resultRecord struct {
	callID, tool string
	ok           bool
	body         json.RawMessage // the result's JSON; empty where failure says all
	failure      string
}

// conversation is one thread of messages. Only the running turn touches messages; busy guards that there is one.
type conversation struct {
	id       string
	reads    *tools.Reads
	messages []message
	busy     sync.Mutex
}

func (c *conversation) end() { c.busy.Unlock() }

// conversations are all that are open, by id.
type conversations struct {
	mu   sync.Mutex // guards byID
	byID map[string]*conversation
}

func newConversations() *conversations {
	return &conversations{byID: map[string]*conversation{}}
}

// begin finds the conversation, or makes one where id is "", and takes it for a turn.
func (cs *conversations) begin(id string) (*conversation, error) {
	c, err := cs.find(id)
	if err != nil {
		return nil, err
	}
	if !c.busy.TryLock() {
		return nil, fmt.Errorf("conversation %s: %w", id, ErrBusy)
	}
	return c, nil
}

func (cs *conversations) find(id string) (*conversation, error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if id == "" {
		c := &conversation{id: newID(), reads: tools.NewReads()}
		cs.byID[c.id] = c
		return c, nil
	}
	c, ok := cs.byID[id]
	if !ok {
		return nil, fmt.Errorf("conversation %q: %w", id, ErrUnknownConversation)
	}
	return c, nil
}

// newID gives a name that nobody else has.
func newID() string { return rand.Text() }
