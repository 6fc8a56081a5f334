package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

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

// page runs scripts in an open chat page. The contexts of its methods are those of the tab.
type page struct {
	selectors Selectors
	before    int // answers on the page before the request
}

// call returns the JavaScript that calls a script, which is one function.
func call(script, args string) string {
	return "(" + strings.TrimSuffix(strings.TrimSpace(script), ";") + ")(" + args + ")"
}

// view is what a page shows at one moment.
type view struct {
	Input, Send, NewChat, Busy, Login bool
	Written                           int    // characters in the input without white space
	Limit                             string // limits and failures that the page reports
	Answers                           int
	Text                              string // the answer, once there are more than before
}

// view waits until the page changes, at most for wait, and returns what it shows then.
func (p *page) view(ctx context.Context, wait time.Duration) (view, error) {
	sel := p.selectors
	args, err := json.Marshal(map[string]string{
		"input": sel.Input, "send": sel.Send, "answer": sel.Answer, "newChat": sel.NewChat,
		"busy": sel.Busy, "login": sel.Login, "limit": sel.Limit,
	})
	if err != nil {
		return view{}, err
	}
	script := call(pageScript, fmt.Sprintf("%s, %d, %d", args, p.before, wait.Milliseconds()))
	return chromedp.Run(ctx, chromedp.Evaluate[view](script, chromedp.EvalAwaitPromise))
}

// until polls the page until it satisfies a condition. Errors while the page navigates are retried.
func (p *page) until(ctx context.Context, most time.Duration, satisfied func(view) bool) (v view, err error) {
	end := time.Now().Add(most)
	for {
		v, err = p.view(ctx, step)
		if err == nil && satisfied(v) {
			return v, nil
		}
		if ctx.Err() != nil {
			return v, ctx.Err()
		}
		if time.Now().After(end) {
			return v, err
		}
		if err != nil {
			if err := pause(ctx); err != nil {
				return v, err
			}
		}
	}
}

// step is the longest time between two views of a page.
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

// paste fills the input at once: typing a long message takes the page minutes.
func (p *page) paste(ctx context.Context, prompt string) error {
	args, err := json.Marshal([]string{p.selectors.Input, prompt})
	if err != nil {
		return err
	}
	return chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](call(pasteScript, "..."+string(args))))
}

// click presses the first visible button that matches.
func (p *page) click(ctx context.Context, selector string) error {
	args, err := json.Marshal(selector)
	if err != nil {
		return err
	}
	return chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](call(clickScript, string(args))))
}

// visible counts the characters of a text as the page does, in UTF-16 and without white space.
func visible(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || r == '\ufeff':
		case r > 0xffff:
			n += 2
		default:
			n++
		}
	}
	return n
}
