package browser

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"ptk-lsp/llm"
)

// session is one request: a browser, the page in it, and how much of the answer was sent.
type session struct {
	page
	o        Options
	url      string
	yield    func(llm.Delta, error) bool
	shut     func() // closes the browser; nil if none is open
	reported string // what the page reported before the message was sent
	sent     string // of the answer
}

func newSession(o Options, model string, yield func(llm.Delta, error) bool) *session {
	return &session{page: page{selectors: o.Selectors}, o: o, url: strings.ReplaceAll(o.URL, modelMark, model), yield: yield}
}

// errLeft reports that the caller left the loop.
var errLeft = errors.New("left")

// limitWords match limits among other reports of a page.
var limitWords = regexp.MustCompile(`(?i)limit|quota|too many|try again (later|in)|come back`)

// ask handles a request from the empty page to the end of the answer.
func (s *session) ask(ctx context.Context, r llm.Request) error {
	tab, err := s.arrive(ctx)
	if err != nil {
		return err
	}
	acting, cancel := within(ctx, tab)
	defer cancel()
	if err := s.begin(acting); err != nil {
		return err
	}
	if err := s.write(acting, flatten(r.Messages)); err != nil {
		return err
	}
	return s.read(acting)
}

// close closes the browser, if one is open.
func (s *session) close() {
	if s.shut != nil {
		s.shut()
		s.shut = nil
	}
}

// arrive opens the page, in a window if the user has to log in first, and returns the tab.
func (s *session) arrive(ctx context.Context) (tab context.Context, err error) {
	tab, v, err := s.visit(ctx, false, s.o.Load, func(v view) bool { return v.Input || v.Login })
	switch {
	case err != nil || v.Input && !v.Login:
		return tab, err
	case !v.Login:
		return nil, s.o.changed(s.url, "input", s.selectors.Input)
	case s.o.Hidden:
		return nil, s.o.loginNeeded("")
	}
	s.close()
	const notice = "The page asks for a login: log in in the browser window that opens now. The answer follows after that.\n"
	if !s.yield(llm.Delta{Reasoning: notice}, nil) {
		return nil, errLeft
	}
	tab, v, err = s.visit(ctx, true, s.o.Login, func(v view) bool { return v.Input && !v.Login })
	if err == nil && (!v.Input || v.Login) {
		err = s.o.loginNeeded(" within " + s.o.Login.String())
	}
	return tab, err
}

// visit opens the page in a new browser and waits until it satisfies a condition.
func (s *session) visit(
	ctx context.Context, window bool, most time.Duration, satisfied func(view) bool,
) (tab context.Context, v view, err error) {
	tab, s.shut, err = open(ctx, s.o, window)
	if err != nil {
		return nil, view{}, err
	}
	acting, cancel := within(ctx, tab)
	defer cancel()
	loading, stop := context.WithTimeout(acting, s.o.Load)
	defer stop()
	if err := chromedp.Do(loading, chromedp.Navigate(s.url)); err != nil {
		return nil, view{}, err
	}
	v, err = s.until(acting, most, satisfied)
	return tab, v, err
}

// begin starts a new chat if the page has a button for that.
func (s *session) begin(ctx context.Context) error {
	v, err := s.view(ctx, 0)
	if err != nil {
		return err
	}
	if v.NewChat {
		if err := s.click(ctx, s.selectors.NewChat); err != nil {
			return err
		}
		if v, err = s.until(ctx, s.o.Load, func(v view) bool { return v.Input && v.Answers == 0 }); err != nil {
			return err
		}
	}
	s.before, s.reported = v.Answers, v.Limit
	return nil
}

// write pastes the message into the page and sends it. If the page accepts only a part of it, nothing is sent.
func (s *session) write(ctx context.Context, prompt string) error {
	if err := s.paste(ctx, prompt); err != nil {
		return err
	}
	whole := visible(prompt)
	v, err := s.until(ctx, s.o.Load, func(v view) bool { return v.Written == whole && v.Send })
	switch {
	case err != nil:
		return err
	case v.Written < whole:
		return s.o.tooLong(v.Written, whole)
	case !v.Send && limitWords.MatchString(v.Limit):
		return s.o.limited(v.Limit)
	case !v.Send:
		return s.o.changed(s.url, "send", s.selectors.Send)
	}
	return s.click(ctx, s.selectors.Send)
}

// read sends the answer as it grows, until the page is done.
func (s *session) read(ctx context.Context) error {
	var last view
	changed := time.Now()
	for {
		v, err := s.view(ctx, step)
		if err != nil {
			return err
		}
		if v != last {
			last, changed = v, time.Now()
		}
		if err := s.refusal(v); err != nil {
			return err
		}
		still := time.Since(changed)
		if v.Text != "" && !v.Busy && still > settled {
			return s.finish(v.Text)
		}
		if err := s.grow(stable(v.Text)); err != nil {
			return err
		}
		if still > s.o.Idle {
			return s.silent(v)
		}
	}
}

// refusal returns an error if the page reports one instead of an answer.
func (s *session) refusal(v view) error {
	switch {
	case v.Login && !v.Input:
		return s.o.loginNeeded("")
	case v.Limit != s.reported && limitWords.MatchString(v.Limit) && !v.Busy:
		return s.o.limited(v.Limit)
	}
	return nil
}

// silent returns the failure of a page on which nothing changes.
func (s *session) silent(v view) error {
	if v.Text == "" && !v.Busy {
		return s.o.changed(s.url, "answer", s.selectors.Answer)
	}
	return s.o.idle()
}

// settled is how long an answer must not change to be complete.
const settled = 700 * time.Millisecond

// stable returns the part of a growing answer that the page won't change: all but the last two lines, which may still become a
// heading, a list or the end of a block.
func stable(text string) string {
	for range 2 {
		text = text[:max(strings.LastIndexByte(text, '\n'), 0)]
	}
	return text
}

// grow sends what is new. A text that does not begin with what was sent waits for the end.
func (s *session) grow(text string) error {
	more, ok := strings.CutPrefix(text, s.sent)
	if !ok || more == "" {
		return nil
	}
	s.sent = text
	if !s.yield(llm.Delta{Text: more}, nil) {
		return errLeft
	}
	return nil
}

// finish sends the rest. If the page has rewritten the answer, what was sent of it becomes void.
func (s *session) finish(text string) error {
	if !strings.HasPrefix(text, s.sent) {
		s.sent = ""
		if !s.yield(llm.Delta{Retry: &llm.Retry{Attempt: 1, Reason: "the page rewrote its answer"}}, nil) {
			return errLeft
		}
	}
	if err := s.grow(text); err != nil {
		return err
	}
	s.yield(llm.Delta{Finish: llm.FinishStop}, nil)
	return nil
}
