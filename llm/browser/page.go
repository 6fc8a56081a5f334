package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

var (
	//go:embed page.js
	pageScript string
	//go:embed paste.js
	pasteScript string
	//go:embed click.js
	clickScript string
)

// call writes the call of a script that is one function.
func call(script, args string) string {
	return "(" + strings.TrimSuffix(strings.TrimSpace(script), ";") + ")(" + args + ")"
}

// look is what a page shows at one moment.
type look struct {
	Input, Send, NewChat, Busy, Login bool
	Written                           int    // characters in the input, white space left out
	Limit                             string // what the page tells of limits and failures
	Answers                           int
	Text                              string // the answer, once there is more than was there before
}

// look waits until the page changes, for the time given at most, and tells what it then shows.
func (s *session) look(ctx context.Context, wait time.Duration) (look, error) {
	sel := s.p.o.Selectors
	args, err := json.Marshal(map[string]string{
		"input": sel.Input, "send": sel.Send, "answer": sel.Answer, "newChat": sel.NewChat, "busy": sel.Busy, "login": sel.Login, "limit": sel.Limit,
	})
	if err != nil {
		return look{}, err
	}
	script := call(pageScript, fmt.Sprintf("%s, %d, %d", args, s.before, wait.Milliseconds()))
	return chromedp.Run(ctx, chromedp.Evaluate[look](script, chromedp.EvalAwaitPromise))
}

// until looks at the page until it is as wanted. Looks that fail while the page loads another one are tried again.
func (s *session) until(ctx context.Context, most time.Duration, as func(look) bool) (l look, err error) {
	end := time.Now().Add(most)
	for {
		l, err = s.look(ctx, step)
		if err == nil && as(l) {
			return l, nil
		}
		if ctx.Err() != nil {
			return l, ctx.Err()
		}
		if time.Now().After(end) {
			return l, err
		}
		if err != nil {
			if err := pause(ctx); err != nil {
				return l, err
			}
		}
	}
}

// step is how long the page is left alone where nothing changes on it.
const step = 100 * time.Millisecond

func pause(ctx context.Context) error {
	timer := time.NewTimer(step)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
