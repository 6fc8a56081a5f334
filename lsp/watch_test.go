package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// watched starts an editor with these capabilities, and returns the function that shows background jobs.
func watched(t *testing.T, capabilities string, after time.Duration) (*fakeEditor, func(string, func()) (func(string, int, int),
	func(string)),
) {
	t.Helper()
	starts := make(chan Start, 1)
	e := startEditor(t, Options{Open: func(_ context.Context, s Start) (*Session, error) {
		starts <- s
		return nil, fmt.Errorf("this test opens nothing")
	}}, func(s *server) { s.progress.showAfter = after })
	e.say("window/workDoneProgress/create", nil)
	e.initialize(capabilities, "")
	return e, (<-starts).Watch
}

func TestWorkInTheBackgroundIsShown(t *testing.T) {
	e, watch := watched(t, `{"window":{"workDoneProgress":true}}`, 0)
	stopped := make(chan struct{})
	report, end := watch("PTK: indexing", func() { close(stopped) })
	created := string(e.await("window/workDoneProgress/create", 1))
	begin := string(e.await("$/progress", 1))
	for done := range 1001 {
		report(fmt.Sprintf("%d files", done), done, 1000)
	}
	e.notify("window/workDoneProgress/cancel", map[string]any{"token": "ptk-work-1"})
	<-stopped
	end("stopped")
	e.sync()
	told := e.taken("$/progress")
	for _, c := range []struct{ got, want string }{
		{created, `{"token":"ptk-work-1"}`},
		{begin, `"title":"PTK: indexing"`},
		{begin, `"cancellable":true`},
		{string(told[len(told)-2]), `"percentage":100`},
		{string(told[len(told)-2]), `"message":"1000 files"`},
		{string(told[len(told)-1]), `"message":"stopped"`},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("no %s in %s", c.want, c.got)
		}
	}
	if len(told) > 103 {
		t.Errorf("%d messages for a hundred percent", len(told))
	}
}

func TestShortWorkIsNotShown(t *testing.T) {
	for name, capabilities := range map[string]string{"soon over": `{"window":{"workDoneProgress":true}}`, "an editor that shows none": `{}`} {
		e, watch := watched(t, capabilities, time.Hour)
		report, end := watch("PTK: indexing", func() {})
		report("1 file", 1, 1)
		end("done")
		e.sync()
		if told := append(e.taken("$/progress"), e.taken("window/workDoneProgress/create")...); len(told) > 0 {
			t.Errorf("%s: told %s", name, told)
		}
	}
}
