package browser

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"

	"ptk-lsp/llm"
)

// limitWords tell a limit from other things that a page has to say.
var limitWords = regexp.MustCompile(`(?i)limit|quota|too many|try again (later|in)|come back`)

// refusal is what the page tells in place of an answer, if it does.
func (s *session) refusal(l look) error {
	switch {
	case l.Login && !l.Input:
		return s.p.loginNeeded("")
	case l.Limit != s.told && limitWords.MatchString(l.Limit) && !l.Busy:
		return s.limited(l)
	}
	return nil
}

func (s *session) limited(l look) error {
	return &llm.Error{
		Kind: llm.KindRate, Provider: s.p.o.Name, Message: "the page says: " + line(l.Limit),
		Suggestion: "Wait as long as the page asks, or choose another model.",
	}
}

// silent is the failure of a page on which nothing happens.
func (s *session) silent(l look) error {
	if l.Text == "" && !l.Busy {
		return s.changed("answer", s.p.o.Selectors.Answer)
	}
	return &llm.Error{
		Kind: llm.KindIdle, Provider: s.p.o.Name, Message: "the page has shown no progress for " + s.p.o.Idle.String(),
		Suggestion: "Ask again; where the page is done but that is not seen, set selectors.busy of this provider in your settings.",
	}
}

// changed is the failure of a page that lacks a part.
func (s *session) changed(part, selector string) error {
	return &llm.Error{
		Kind: llm.KindRequest, Provider: s.p.o.Name,
		Message:    fmt.Sprintf("nothing on the page %s can be used as %q, looked for as %s", s.url, part, selector),
		Suggestion: "The page may have changed: set selectors." + part + " of this provider in your settings to what it has now.",
	}
}

func (s *session) tooLong(taken, whole int) error {
	return &llm.Error{
		Kind: llm.KindOverflow, Provider: s.p.o.Name,
		Message:    fmt.Sprintf("the page takes no more than %d of the message's %d characters; nothing was sent", taken, whole),
		Suggestion: "Compact the conversation or begin a new one, or attach less.",
	}
}

func (p *Provider) loginNeeded(when string) error {
	return &llm.Error{
		Kind: llm.KindAuth, Provider: p.o.Name, Message: "the page asks for a login, and there was none" + when,
		Suggestion: "Ask again where a window can open, and log in there; the login is kept for the next time.",
	}
}

// failure tells what went wrong for a person.
func (p *Provider) failure(ctx context.Context, err error) error {
	var told *llm.Error
	if errors.As(err, &told) {
		return told
	}
	if ctx.Err() != nil {
		return fmt.Errorf("asking %s: %w", p.o.Name, ctx.Err())
	}
	e := &llm.Error{Kind: llm.KindBroken, Provider: p.o.Name, Message: "driving the browser: " + line(err.Error()), Cause: err, Suggestion: "Ask again."}
	var script *chromedp.ExceptionError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Message = llm.KindRequest, "there is no Chromium or Chrome to drive"
		e.Suggestion = "Install Chromium or Chrome, or name the program in PTK_BROWSER."
	case errors.Is(err, chromedp.ErrNoDisplay):
		e.Kind, e.Message = llm.KindAuth, "the page asks for a login, and there is no display for its window"
		e.Suggestion = "Log in once from a desktop session; the login is kept for the next time."
	case errors.Is(err, chromedp.ErrPageLoad):
		e.Kind, e.Suggestion = llm.KindNetwork, "Check the network and baseUrl of this provider in your settings."
	case errors.As(err, &script):
		e.Kind, e.Suggestion = llm.KindRequest, "Check the selectors of this provider in your settings."
	}
	return e
}

// line is the beginning of a text, on one line.
func line(text string) string {
	const most = 300
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
