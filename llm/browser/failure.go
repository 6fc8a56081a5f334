package browser

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"

	"ptk-lsp/llm"
)

// limited is the failure of a page that reports a limit.
func (o Options) limited(report string) error {
	return &llm.Error{
		Kind: llm.KindRate, Provider: o.Name, Message: "the page says: " + line(report),
		Suggestion: "Wait as long as the page asks, or choose another model.",
	}
}

// idle is the failure of a page on which nothing changes.
func (o Options) idle() error {
	return &llm.Error{
		Kind: llm.KindIdle, Provider: o.Name, Message: "the page has shown no progress for " + o.Idle.String(),
		Suggestion: "Try again. If the page was done but that was not detected, set selectors.busy of this provider in your settings.",
	}
}

// changed is the failure of a page that lacks a part.
func (o Options) changed(url, part, selector string) error {
	return &llm.Error{
		Kind: llm.KindRequest, Provider: o.Name,
		Message:    fmt.Sprintf("the page %s has no usable %q: nothing matches %s", url, part, selector),
		Suggestion: "The page may have changed: set selectors." + part + " of this provider in your settings to a selector that matches.",
	}
}

func (o Options) tooLong(accepted, whole int) error {
	return &llm.Error{
		Kind: llm.KindOverflow, Provider: o.Name,
		Message:    fmt.Sprintf("the page accepts no more than %d of the message's %d characters; nothing was sent", accepted, whole),
		Suggestion: "Compact the conversation or start a new one, or attach less.",
	}
}

func (o Options) loginNeeded(when string) error {
	return &llm.Error{
		Kind: llm.KindAuth, Provider: o.Name, Message: "the page asks for a login, and there was none" + when,
		Suggestion: "Try again from a desktop session, where a window can open, and log in there; the login is stored for the next time.",
	}
}

// failure converts any error for the user.
func (o Options) failure(ctx context.Context, err error) error {
	var known *llm.Error
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return fmt.Errorf("asking %s: %w", o.Name, ctx.Err())
	}
	e := &llm.Error{
		Kind: llm.KindBroken, Provider: o.Name, Message: "driving the browser: " + line(err.Error()), Cause: err, Suggestion: "Try again.",
	}
	var script *chromedp.ExceptionError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Message = llm.KindRequest, "there is no Chromium or Chrome to drive"
		e.Suggestion = "Install Chromium or Chrome, or set PTK_BROWSER to its path."
	case errors.Is(err, chromedp.ErrNoDisplay):
		e.Kind, e.Message = llm.KindAuth, "the page asks for a login, and there is no display for its window"
		e.Suggestion = "Log in once from a desktop session; the login is stored for the next time."
	case errors.Is(err, chromedp.ErrPageLoad):
		e.Kind, e.Suggestion = llm.KindNetwork, "Check the network and baseUrl of this provider in your settings."
	case errors.As(err, &script):
		e.Kind, e.Suggestion = llm.KindRequest, "Check the selectors of this provider in your settings."
	}
	return e
}

// line returns the beginning of a text, on one line.
func line(text string) string {
	const most = 300
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
