package browser_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/browser"
	"ptk-lsp/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// selectors find the parts of the test's own page.
var selectors = browser.Selectors{Input: "#box", Send: "#go", Answer: ".model", Busy: ".busy", Login: "#signin", Limit: "[role=alert]"}

func provider(t *testing.T, c *chat, query string, change func(*browser.Options)) *browser.Provider {
	t.Helper()
	o := browser.Options{
		Name: "page", URL: c.URL + "/" + query, Profile: filepath.Join(t.TempDir(), "profile"), Program: chromium(t), Selectors: selectors,
		Hidden: true,
	}
	if change != nil {
		change(&o)
	}
	p, err := browser.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAnswerAsThePageShowsIt(t *testing.T) {
	for name, tt := range map[string]struct {
		states []string
		want   string
	}{
		"plain": {[]string{"Hello", "Hello, you"}, "Hello, you"},
		"a code block that holds it all": {[]string{
			"<pre><code>&lt;PTK_CALL&gt;", "<pre><code>&lt;PTK_CALL&gt;\n{&quot;a&quot;:\n 1}\n\n\n&lt;/PTK_CALL&gt;\n</code></pre>",
		}, "<PTK_CALL>\n{\"a\":\n 1}\n\n\n</PTK_CALL>"},
		"markdown that the page has rendered": {
			[]string{"<h2>Two</h2><p>of <b>the</b> <code>f()</code>:<ol><li>a<li>b</ol><pre><button>Copy</button><code>x\n\n\n  y\n" +
				"</code></pre><p>end"},
			"## Two\n\nof **the** `f()`:\n\n1. a\n2. b\n\n```\nx\n\n\n  y\n```\n\nend",
		},
		"shown with its line breaks": {[]string{"<div style='white-space: pre-wrap'>a\n  b</div>"}, "a\n  b"},
		"rewritten":                  {[]string{"<p>one<p>two<p>three<p>four", "<p>other<p>words"}, "other\n\nwords"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newChat(t, &chat{states: tt.states})
			got, err := llmtest.Ask(t.Context(), provider(t, c, "", nil), llmtest.Hello())
			if err != nil || got.Finish != llm.FinishStop {
				t.Errorf("%v, finish %q", err, got.Finish)
			}
			if diff := cmp.Diff(tt.want, got.Text); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestAnswerComesWhileItGrows(t *testing.T) {
	c := newChat(t, &chat{states: []string{"<p>one<p>two<p>three", "<p>one<p>two<p>three<p>four"}, tell: make(chan struct{})})
	var pieces []string
	for d, err := range provider(t, c, "", nil).Stream(t.Context(), llmtest.Hello()) {
		if err != nil {
			t.Fatal(err)
		}
		if d.Text == "" {
			continue
		}
		if pieces = append(pieces, d.Text); len(pieces) == 1 {
			c.tell <- struct{}{} // the page continues only when the first piece has arrived
		}
	}
	if len(pieces) < 2 || strings.Join(pieces, "") != "one\n\ntwo\n\nthree\n\nfour" {
		t.Errorf("%q", pieces)
	}
}

func TestWholeConversationIsPasted(t *testing.T) {
	c := newChat(t, &chat{states: []string{"fine"}})
	long := strings.Repeat("Zeile mit ü und 🙂\n", 3000)
	_, err := llmtest.Ask(t.Context(), provider(t, c, "", nil), llm.Request{Messages: []llm.Message{
		{Role: llm.System, Content: "Be brief."},
		{Role: llm.User, Content: long},
		{Role: llm.Assistant, Content: "I look.", ToolCalls: []llm.ToolCall{{ID: "c1", Name: "read_file", Arguments: `{"path":"a"}`}}},
		{Role: llm.ToolRole, ToolCallID: "c1", Content: "contents"},
	}})
	if err != nil || len(c.sent()) != 1 {
		t.Fatalf("%v, %d messages", err, len(c.sent()))
	}
	at := 0
	for _, part := range []string{"[system]\nBe brief.\n", "[user]\n" + long, "[assistant]\nI look.\n" +
		"called read_file as c1 with {\"path\":\"a\"}\n", "[tool results for c1]\ncontents\n", "five backticks"} {
		i := strings.Index(c.sent()[0][at:], part)
		if i < 0 {
			t.Fatalf("%.60q is missing behind byte %d", part, at)
		}
		at += i
	}
}

// On a page that shows an old chat a new one is started first, and the old answers are not part of the new one.
func TestNewChatIsBegun(t *testing.T) {
	for name, begin := range map[string]string{"by its button": "#new", "beside the old one, without a button": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChat(t, &chat{states: []string{"An answer of today"}})
			p := provider(t, c, "?old", func(o *browser.Options) { o.Selectors.NewChat = begin })
			got, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
			if err != nil || got.Text != "An answer of today" {
				t.Errorf("%q, %v", got.Text, err)
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			if want := len(begin) / len("#new"); c.begun != want {
				t.Errorf("%d new chats were begun, not %d", c.begun, want)
			}
		})
	}
}

// Many pages have an editable element instead of a text area.
func TestInputThatIsEditableText(t *testing.T) {
	c := newChat(t, &chat{states: []string{"fine"}})
	said := "One line\n\n  an indented <tag> & more\n" + strings.Repeat("ü🙂 ", 2000)
	got, err := llmtest.Ask(t.Context(), provider(t, c, "?rich", nil), llm.Request{Messages: []llm.Message{{Role: llm.User, Content: said}}})
	if err != nil || got.Text != "fine" || len(c.sent()) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	tight := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if !strings.Contains(tight(c.sent()[0]), tight(said)) {
		t.Errorf("sent %.200q", c.sent()[0])
	}
}

func TestPageThatCannotAnswer(t *testing.T) {
	for name, tt := range map[string]struct {
		chat      *chat
		query     string
		selectors func(*browser.Selectors)
		kind      llm.Kind
		part      string
	}{
		"a limit":  {chat: &chat{limit: "You have reached your limit for today."}, kind: llm.KindRate, part: "reached your limit"},
		"a login":  {chat: &chat{}, query: "?login", kind: llm.KindAuth, part: "login"},
		"too long": {chat: &chat{}, query: "?short", kind: llm.KindOverflow, part: "no more than"},
		"no input": {
			chat: &chat{}, selectors: func(s *browser.Selectors) { s.Input = ".gone" }, kind: llm.KindRequest, part: "selectors.input",
		},
		"no send button": {chat: &chat{}, query: "?moved", kind: llm.KindRequest, part: "selectors.send"},
		"no answer": {
			chat: &chat{states: []string{"x"}}, selectors: func(s *browser.Selectors) { s.Answer = ".gone" },
			kind: llm.KindRequest, part: "selectors.answer",
		},
		"a silent answer": {chat: &chat{states: []string{"x"}, stuck: true}, kind: llm.KindIdle, part: "no progress"},
		"a bad selector":  {chat: &chat{}, selectors: func(s *browser.Selectors) { s.Busy = "::::" }, kind: llm.KindRequest, part: "selectors"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChat(t, tt.chat)
			p := provider(t, c, tt.query, func(o *browser.Options) {
				o.Idle, o.Load = 2*time.Second, 3*time.Second
				if tt.selectors != nil {
					tt.selectors(&o.Selectors)
				}
			})
			_, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
			var failed *llm.Error
			if !errors.As(err, &failed) || failed.Kind != tt.kind || !strings.Contains(failed.Message+failed.Suggestion, tt.part) ||
				failed.Suggestion == "" {
				t.Errorf("%#v", err)
			}
			if tt.kind == llm.KindOverflow && len(c.sent()) > 0 {
				t.Error("a part of the message was sent")
			}
		})
	}
}

func TestNetworkAndProgramFailures(t *testing.T) {
	c := newChat(t, &chat{})
	for name, tt := range map[string]struct {
		change func(*browser.Options)
		kind   llm.Kind
	}{
		"nothing listens": {func(o *browser.Options) { o.URL = "http://127.0.0.1:1/" }, llm.KindNetwork},
		"no browser":      {func(o *browser.Options) { o.Program = "/nonexistent/chromium" }, llm.KindRequest},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := llmtest.Ask(t.Context(), provider(t, c, "", tt.change), llmtest.Hello())
			var failed *llm.Error
			if !errors.As(err, &failed) || failed.Kind != tt.kind {
				t.Errorf("%v", err)
			}
		})
	}
}

// The window of the login is headless here, and the server acts as the user.
func TestLoginIsStored(t *testing.T) {
	c := newChat(t, &chat{states: []string{"fine"}})
	profile := filepath.Join(t.TempDir(), "profile")
	p := provider(t, c, "?login", func(o *browser.Options) { o.Profile, o.Hidden, o.Headless = profile, false, true })
	notice := ""
	for d, err := range p.Stream(t.Context(), llmtest.Hello()) {
		if err != nil {
			t.Fatal(err)
		}
		if d.Reasoning != "" {
			notice += d.Reasoning
			c.mu.Lock()
			c.user = true
			c.mu.Unlock()
		}
	}
	if !strings.Contains(notice, "login") {
		t.Errorf("the notice is %q", notice)
	}
	c.mu.Lock()
	c.user = false
	c.mu.Unlock()
	p = provider(t, c, "?login", func(o *browser.Options) { o.Profile = profile })
	if got, err := llmtest.Ask(t.Context(), p, llmtest.Hello()); err != nil || got.Text != "fine" || got.Reasoning != "" {
		t.Errorf("the second time: %+v %v", got, err)
	}
	if info, err := os.Stat(profile); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the profile: %v %v", info.Mode(), err)
	}
}

func TestLeavingEndsTheBrowser(t *testing.T) {
	for name, leave := range map[string]func(ctx context.Context, cancel func(), p *browser.Provider) error{
		"cancel": func(ctx context.Context, cancel func(), p *browser.Provider) error {
			for _, err := range p.Stream(ctx, llmtest.Hello()) {
				cancel()
				if err != nil {
					return err
				}
			}
			return nil
		},
		"break": func(ctx context.Context, _ func(), p *browser.Provider) error {
			for range p.Stream(ctx, llmtest.Hello()) {
				break
			}
			return context.Canceled
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newChat(t, &chat{states: []string{"<p>one<p>two<p>three"}, stuck: true})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if err := leave(ctx, cancel, provider(t, c, "", nil)); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
			<-c.left // the page's own connection is gone
		})
	}
}

func TestNothingIsStartedBeforeTheFirstRequest(t *testing.T) {
	p, err := browser.New(
		browser.Options{Name: "page", Profile: filepath.Join(t.TempDir(), "profile"), Program: "/nonexistent", Models: []string{"m"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	models, err := p.Models(t.Context())
	if diff := cmp.Diff([]llm.Model{{ID: "m"}}, models); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func TestOptionsThatCannotWork(t *testing.T) {
	for _, o := range []browser.Options{{Name: "page"}, {Name: "page", Profile: "/p", URL: "aistudio.google.com"}} {
		if _, err := browser.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
