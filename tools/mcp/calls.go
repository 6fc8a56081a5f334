package mcp

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// calls are those that run, by the token under which a server tells of their progress.
type calls struct {
	mu      sync.Mutex // guards running, and is held while progress is told: none comes after a call has ended
	running map[string]func(text string)
}

// begin makes a token; done must be called at the end.
func (c *calls) begin(tell func(text string)) (token string, done func()) {
	token = rand.Text()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		c.running = map[string]func(string){}
	}
	c.running[token] = tell
	return token, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.running, token)
	}
}

// progress passes on what a server tells; what belongs to no call is dropped.
func (c *calls) progress(p *sdk.ProgressNotificationParams) {
	token, _ := p.ProgressToken.(string)
	c.mu.Lock()
	defer c.mu.Unlock()
	if tell := c.running[token]; tell != nil {
		tell(progressText(p))
	}
}

// progressText is one line, such as "3/10 reading".
func progressText(p *sdk.ProgressNotificationParams) string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	text := number(p.Progress)
	if p.Total > 0 {
		text += "/" + number(p.Total)
	}
	if p.Message != "" {
		text = fmt.Sprintf("%s %s", text, short(p.Message, 200))
	}
	return text + "\n"
}
