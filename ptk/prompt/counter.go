package prompt

import (
	"math"
	"sync"
)

// overflowCut is the share of a refused request that is assumed to fit.
const overflowCut = 0.7

// Counter stores what providers have revealed about their models: how they count tokens, and how many they accept.
// It is safe for concurrent use.
type Counter struct {
	mu     sync.Mutex
	scales map[string]float64 // provider's tokens per estimated token, by route; guarded by mu
	limits map[string]int     // size of a request that fits after one was refused as too large, by route; guarded by mu
	// windows are those that providers named when they refused a request, by route; guarded by mu
	windows map[string]int
}

// NewCounter returns a counter that knows nothing yet.
func NewCounter() *Counter {
	return &Counter{scales: map[string]float64{}, limits: map[string]int{}, windows: map[string]int{}}
}

// Learn compares the provider's count of a request with the estimate. It ignores counts that can't be of the same request,
// such as a count without cached tokens. An estimate that was too low is corrected at once, one that was too high slowly.
func (c *Counter) Learn(route string, estimated, counted int) {
	if estimated < 200 || counted <= 0 {
		return
	}
	ratio := float64(counted) / float64(estimated)
	if ratio < 1.0/3 || ratio > 5 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now, ok := c.scales[route]
	if ok && ratio < now {
		ratio = now*0.8 + ratio*0.2
	}
	c.scales[route] = ratio
}

// Tokens converts an estimate to the provider's count.
func (c *Counter) Tokens(route string, estimated int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.scales[route]; ok {
		return int(float64(estimated)*s + 0.5)
	}
	return estimated
}

// Estimate converts a provider's count to an estimate. The scale is rounded up to eighths: what is cut to a budget should stay the
// same from request to request, so that the provider's cache holds it.
func (c *Counter) Estimate(route string, counted int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.scales[route]; ok && counted > 0 {
		return int(float64(counted) * 8 / math.Ceil(s*8))
	}
	return counted
}

// Refusal is what is known of a request that was refused as too large, in tokens.
type Refusal struct {
	Estimated int // the size of the request as it was estimated
	Counted   int // as the provider counted; 0 if it does not say
	Window    int // of the model, as the provider says; 0 if it does not
}

// Refused stores that a request was too large, and what the provider has said about it.
func (c *Counter) Refused(route string, r Refusal) {
	c.Learn(route, r.Estimated, r.Counted)
	limit := int(float64(c.Tokens(route, r.Estimated)) * overflowCut)
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Window > 0 {
		c.windows[route] = r.Window
		delete(c.limits, route)
		return
	}
	if known, ok := c.limits[route]; !ok || limit < known {
		c.limits[route] = limit
	}
}

// window returns the context window that a model's provider has named in a refusal, or 0.
func (c *Counter) window(route string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.windows[route]
}

// limit returns how many tokens a model accepts, if it has refused a request.
func (c *Counter) limit(route string) (tokens int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	tokens, ok = c.limits[route]
	return tokens, ok
}
