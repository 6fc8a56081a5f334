package browser

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/gofrs/flock"
)

// lock reserves the profile for one browser at a time, of this process and of others.
func lock(ctx context.Context, profile string) (unlock func(), err error) {
	if err := os.MkdirAll(profile, 0o700); err != nil {
		return nil, fmt.Errorf("creating the browser's profile: %w", err)
	}
	if err := os.Chmod(profile, 0o700); err != nil { // it may be older
		return nil, fmt.Errorf("restricting access to the browser's profile: %w", err)
	}
	l := flock.New(profile + ".lock")
	if _, err := l.TryLockContext(ctx, step); err != nil {
		return nil, fmt.Errorf("waiting for the browser's profile, which another chat uses: %w", err)
	}
	return func() { l.Close() }, nil
}

// open starts a browser with or without a window. It returns the context of its tab, and a function that closes the browser,
// even after an error.
func open(ctx context.Context, o Options, window bool) (tab context.Context, shut func(), err error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.UserDataDir(o.Profile), chromedp.WindowSize(1280, 1000))
	if o.Program != "" {
		opts = append(opts, chromedp.ExecPath(o.Program))
	}
	if window && !o.Headless {
		opts = append(opts, chromedp.VisibleWindow)
	}
	// The browser closes in good order after the request's context has ended: otherwise it would not store a login.
	base, cancelAll := chromedp.NewExecAllocator(context.WithoutCancel(ctx), opts...)
	tab, cancelTab := chromedp.NewContext(base)
	shut = func() {
		if chromedp.FromContext(tab).Browser != nil && tab.Err() == nil {
			closing, cancel := context.WithTimeout(tab, closeTime)
			defer cancel()
			chromedp.Cancel(closing) //nolint:errcheck // a browser that does not close in time is killed by what follows
		}
		cancelTab()
		cancelAll()
	}
	stop := context.AfterFunc(ctx, cancelTab)
	err = chromedp.Do(tab)
	if !stop() {
		return tab, shut, ctx.Err()
	}
	return tab, shut, err
}

// closeTime is how long a browser has to close.
const closeTime = 5 * time.Second

// within returns a context for actions in the tab that ends with the request's.
func within(ctx, tab context.Context) (context.Context, context.CancelFunc) {
	acting, cancel := context.WithCancel(tab)
	stop := context.AfterFunc(ctx, cancel)
	return acting, func() {
		stop()
		cancel()
	}
}
