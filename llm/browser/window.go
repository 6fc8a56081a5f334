package browser

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/gofrs/flock"
)

// lock keeps the profile to one browser at a time, of this process and of others.
func (p *Provider) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(p.o.Profile, 0o700); err != nil {
		return nil, fmt.Errorf("making the browser's profile: %w", err)
	}
	if err := os.Chmod(p.o.Profile, 0o700); err != nil { // it may be older
		return nil, fmt.Errorf("keeping the browser's profile from others: %w", err)
	}
	l := flock.New(p.o.Profile + ".lock")
	if _, err := l.TryLockContext(ctx, step); err != nil {
		return nil, fmt.Errorf("waiting for the browser's profile, which another chat uses: %w", err)
	}
	return func() { l.Close() }, nil
}

// open starts a browser, in a window or without one.
func (s *session) open(ctx context.Context, window bool) error {
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.UserDataDir(s.p.o.Profile), chromedp.WindowSize(1280, 1000))
	if s.p.o.Program != "" {
		opts = append(opts, chromedp.ExecPath(s.p.o.Program))
	}
	if window && !s.p.o.Headless {
		opts = append(opts, chromedp.VisibleWindow)
	}
	// The browser does not end with the request's context, but after it, in good order: a login is kept that way.
	base, cancelAll := chromedp.NewExecAllocator(context.WithoutCancel(ctx), opts...)
	tab, cancelTab := chromedp.NewContext(base)
	s.shut = func() {
		if chromedp.FromContext(tab).Browser != nil && tab.Err() == nil {
			closing, cancel := context.WithTimeout(tab, closeTime)
			defer cancel()
			chromedp.Cancel(closing) //nolint:errcheck // a browser that does not close in order is ended by what follows
		}
		cancelTab()
		cancelAll()
	}
	stop := context.AfterFunc(ctx, cancelTab)
	err := chromedp.Do(tab)
	if !stop() {
		return ctx.Err()
	}
	s.tab = tab
	return err
}

// closeTime is how long a browser has to close.
const closeTime = 5 * time.Second

// close ends the browser, where one runs.
func (s *session) close() {
	if s.shut != nil {
		s.shut()
		s.shut = nil
	}
}

// on gives a context for actions on the page that ends with the request's.
func (s *session) on(ctx context.Context) (context.Context, context.CancelFunc) {
	acting, cancel := context.WithCancel(s.tab)
	stop := context.AfterFunc(ctx, cancel)
	return acting, func() {
		stop()
		cancel()
	}
}
