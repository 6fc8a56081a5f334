package complete

import (
	"context"
	"strings"
	"sync"
	"time"

	"ptk-lsp/ptk/symbol"
	"ptk-lsp/workspace"
)

const maxSymbolAge = 3 * time.Second // of a cached search

var (
	forSymbol   = symbol.Timeouts{Servers: 400 * time.Millisecond, Files: 400 * time.Millisecond} // while the user types a symbol's name
	besideFiles = symbol.Timeouts{Servers: 200 * time.Millisecond, Files: 20 * time.Millisecond}  // if files are suggested already
)

// symbolCache caches the last search for symbols: typing on narrows it.
type symbolCache struct {
	finder *symbol.Finder

	mu   sync.Mutex         // guards stop
	stop context.CancelFunc // ends the search that began last; nil before the first

	gate     gate // guards the fields below, also while symbols are searched
	like     string
	complete bool // found has all symbols with like in their names
	found    []workspace.Symbol
	at       time.Time
}

func newSymbolCache(f *symbol.Finder) *symbolCache {
	return &symbolCache{finder: f, gate: make(gate, 1)}
}

// list returns the symbols whose names contain like, as far as they are found in time. It ends the search before it: the
// user, who types on, no longer waits for that one.
func (c *symbolCache) list(ctx context.Context, like string, t symbol.Timeouts) []workspace.Symbol {
	ctx, cancel := c.replace(ctx)
	defer cancel()
	if !c.gate.enter(ctx) {
		return nil
	}
	defer c.gate.leave()
	if now := time.Now(); !c.complete || now.Sub(c.at) >= maxSymbolAge || !strings.HasPrefix(like, c.like) {
		c.found, c.complete = c.finder.Find(ctx, like, t)
		c.like, c.at = like, now
	}
	return c.found
}

// replace ends the search before and returns the context of the next.
func (c *symbolCache) replace(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		c.stop()
	}
	c.stop = cancel
	return ctx, cancel
}
