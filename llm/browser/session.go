package browser

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"github.com/chromedp/chromedp"

	"ptk-lsp/llm"
)

// session is one request: a browser, the page in it, and what of the answer was given on.
type session struct {
	p      *Provider
	url    string
	yield  func(llm.Delta, error) bool
	shut   func()
	tab    context.Context
	before int    // answers on the page before this one
	told   string // what the page told before the message was sent
	given  string // what of the answer was given on
}

// ask takes a request from the empty page to the end of the answer.
func (s *session) ask(ctx context.Context, r llm.Request) error {
	if err := s.arrive(ctx); err != nil {
		return err
	}
	acting, cancel := s.on(ctx)
	defer cancel()
	if err := s.begin(acting); err != nil {
		return err
	}
	if err := s.write(acting, flatten(r.Messages)); err != nil {
		return err
	}
	return s.read(acting)
}

// arrive opens the page, and a window where the user has to log in first.
func (s *session) arrive(ctx context.Context) error {
	l, err := s.visit(ctx, false, s.p.o.Load, func(l look) bool { return l.Input || l.Login })
	if err != nil || l.Input && !l.Login {
		return err
	}
	if !l.Login {
		return s.changed("input", s.p.o.Selectors.Input)
	}
	if s.p.o.Hidden {
		return s.p.loginNeeded("")
	}
	s.close()
	if !s.yield(llm.Delta{Reasoning: "The page asks for a login: do that in the browser window that opens now. The answer goes on after it.\n"}, nil) {
		return errLeft
	}
	l, err = s.visit(ctx, true, s.p.o.Login, func(l look) bool { return l.Input && !l.Login })
	if err == nil && (!l.Input || l.Login) {
		err = s.p.loginNeeded(" within " + s.p.o.Login.String())
	}
	return err
}

// visit opens the page in a new browser and waits until it is as wanted.
func (s *session) visit(ctx context.Context, window bool, most time.Duration, as func(look) bool) (look, error) {
	if err := s.open(ctx, window); err != nil {
		return look{}, err
	}
	acting, cancel := s.on(ctx)
	defer cancel()
	loading, stop := context.WithTimeout(acting, s.p.o.Load)
	defer stop()
	if err := chromedp.Do(loading, chromedp.Navigate(s.url)); err != nil {
		return look{}, err
	}
	return s.until(acting, most, as)
}

// begin makes a new chat where the page has a button for that.
func (s *session) begin(ctx context.Context) error {
	l, err := s.look(ctx, 0)
	if err != nil {
		return err
	}
	if l.NewChat {
		if err := s.click(ctx, s.p.o.Selectors.NewChat); err != nil {
			return err
		}
		if l, err = s.until(ctx, s.p.o.Load, func(l look) bool { return l.Input && l.Answers == 0 }); err != nil {
			return err
		}
	}
	s.before, s.told = l.Answers, l.Limit
	return nil
}

// write puts the message into the page and sends it. A page that takes only a part of it gets nothing.
func (s *session) write(ctx context.Context, prompt string) error {
	if err := s.paste(ctx, prompt); err != nil {
		return err
	}
	whole := visible(prompt)
	l, err := s.until(ctx, s.p.o.Load, func(l look) bool { return l.Written == whole && l.Send })
	switch {
	case err != nil:
		return err
	case l.Written < whole:
		return s.tooLong(l.Written, whole)
	case !l.Send && limitWords.MatchString(l.Limit):
		return s.limited(l)
	case !l.Send:
		return s.changed("send", s.p.o.Selectors.Send)
	}
	return s.click(ctx, s.p.o.Selectors.Send)
}

// paste fills the input as a paste would: typing a long message takes the page minutes.
func (s *session) paste(ctx context.Context, prompt string) error {
	args, err := json.Marshal([]string{s.p.o.Selectors.Input, prompt})
	if err != nil {
		return err
	}
	return chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](call(pasteScript, "..."+string(args))))
}

// click presses a button that is shown.
func (s *session) click(ctx context.Context, selector string) error {
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

// read gives the answer on as it grows, until the page says that it is done.
func (s *session) read(ctx context.Context) error {
	var last look
	changed := time.Now()
	for {
		l, err := s.look(ctx, step)
		if err != nil {
			return err
		}
		if l != last {
			last, changed = l, time.Now()
		}
		if err := s.refusal(l); err != nil {
			return err
		}
		still := time.Since(changed)
		if l.Text != "" && !l.Busy && still > settled {
			return s.finish(l.Text)
		}
		if err := s.grow(steady(l.Text)); err != nil {
			return err
		}
		if still > s.p.o.Idle {
			return s.silent(l)
		}
	}
}

// settled is how long an answer must stay as it is to be the whole one.
const settled = 700 * time.Millisecond

// steady is the part of a growing answer that the page won't write anew: all but the last two lines, which may still
// become a heading, a list or the end of a block.
func steady(text string) string {
	for range 2 {
		text = text[:max(strings.LastIndexByte(text, '\n'), 0)]
	}
	return text
}

// grow gives on what is new. A text that does not begin with what was given waits for the end.
func (s *session) grow(text string) error {
	more, ok := strings.CutPrefix(text, s.given)
	if !ok || more == "" {
		return nil
	}
	s.given = text
	if !s.yield(llm.Delta{Text: more}, nil) {
		return errLeft
	}
	return nil
}

// finish gives the rest on. An answer that the page has written anew voids what was given of it.
func (s *session) finish(text string) error {
	if !strings.HasPrefix(text, s.given) {
		s.given = ""
		if !s.yield(llm.Delta{Retry: &llm.Retry{Attempt: 1, Reason: "the page wrote its answer anew"}}, nil) {
			return errLeft
		}
	}
	if err := s.grow(text); err != nil {
		return err
	}
	s.yield(llm.Delta{Finish: llm.FinishStop}, nil)
	return nil
}
