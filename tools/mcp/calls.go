package mcp

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// calls are the running calls, by the progress token that was sent to the server.
type calls struct {
	mu      sync.Mutex // guards running, and is held while progress is reported, so that none is after a call has ended
	running map[string]func(text string)
}

// begin returns the token of a new call; done must be called at its end.
func (c *calls) begin(report func(text string)) (token string, done func()) {
	token = rand.Text()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		c.running = map[string]func(string){}
	}
	c.running[token] = report
	return token, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.running, token)
	}
}

// progress reports a server's progress to its call; progress of no running call is dropped.
func (c *calls) progress(p *sdk.ProgressNotificationParams) {
	token, _ := p.ProgressToken.(string)
	c.mu.Lock()
	defer c.mu.Unlock()
	if report := c.running[token]; report != nil {
		report(progressText(p))
	}
}

// progressText returns one line, such as "3/10 reading".
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
