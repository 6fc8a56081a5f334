//go:build unix

package mcp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
)

// behaviourVariable tells the test's binary to be a server, and which one.
const behaviourVariable = "PTK_TEST_MCP"

type noArgs struct{}

func TestCrashIsToldOnceAndTheServerComesBack(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")}).ready()
	r := b.call("small__crash", `{}`)
	if r.Err == nil || r.Err.Type != tools.SystemError {
		t.Fatalf("%+v", r)
	}
	has(t, r.Err.Message, "The MCP server small ended while it worked on this")
	if !slices.Contains(b.names(), "small__crash") {
		t.Error("the tools went away while the server is restarted: the prompt would change")
	}
	if r := b.call("small__environ", `{}`); !r.Success() { // waits for it
		t.Fatal(r.Err)
	}
	want := []string{"The MCP server small is being restarted: It ended with exit code 9: out of luck."}
	if d := cmp.Diff(want, b.servers.Notices()); d != "" {
		t.Error(d)
	}
	if n := b.servers.Notices(); len(n) > 0 {
		t.Errorf("told twice: %v", n)
	}
	has(t, b.log.String(), "out of luck")
}

func TestServersThatCannotBeUsedSayWhatToDo(t *testing.T) {
	b := newBed(t, map[string]Config{
		"missing":  {Command: "no-such-program-here"},
		"refusing": own(t, "refuse"),
		"empty":    {},
		"secret":   {Command: "x", Args: []string{"${NO_SUCH_VARIABLE_HERE}"}},
		"address":  {URL: "ftp://user:secret@host/x?key=1"},
	})
	b.servers.Start()
	b.eventually(
		"all that can't be better are given up",
		func() bool { return len(b.servers.Notices()) > 0 || b.status("refusing").Error != "" },
	)
	for name, want := range map[string][]string{
		"missing":  {"There is no program no-such-program-here.", "Install it, or set mcpServers.missing.command to its path."},
		"refusing": {"It ended with exit code 3: no ␛[31mlicence␛[0m found.", "Try its command in a terminal; the log has what it wrote."},
		"empty":    {"It has neither command nor url.", "Set one of them."},
		"secret": {
			"Its settings name the variable NO_SUCH_VARIABLE_HERE, which is not set.",
			"Set it in the environment that the editor is started from.",
		},
		"address": {`"ftp://host/x" is no URL of a server.`, "Set url to one that begins with http:// or https://."},
	} {
		b.eventually(name+" has failed", func() bool { return b.status(name).Error != "" })
		s := b.status(name)
		if d := cmp.Diff(want, []string{s.Error, s.Do}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if len(b.names()) > 0 {
		t.Errorf("there are tools: %v", b.names())
	}
}

func TestAChangedListIsTakenOver(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")}).ready()
	if r := b.call("small__grow", `{}`); !r.Success() {
		t.Fatal(r.Err)
	}
	b.eventually("the new tool is listed and the removed one is not", func() bool {
		return slices.Contains(b.names(), "small__grown") && !slices.Contains(b.names(), "small__fail")
	})
	if r := b.call("small__grown", `{}`); !r.Success() {
		t.Error(r.Err)
	}
}

func TestASilentCallIsCancelledAndAFrozenServerReplaced(t *testing.T) {
	cancelled := filepath.Join(t.TempDir(), "cancelled")
	c := own(t, "serve", "PTK_TEST_CANCELLED="+cancelled)
	c.Timeout = 300 * time.Millisecond
	b := newBed(t, map[string]Config{"small": c}).ready()
	r := b.call("small__hang", `{}`)
	if r.Err == nil || r.Err.Code != "TIMEOUT" {
		t.Fatalf("%+v", r)
	}
	b.eventually("the server was told", func() bool { _, err := os.Stat(cancelled); return err == nil })
	if r := b.call("small__freeze", `{}`); r.Err == nil || r.Err.Code != "TIMEOUT" {
		t.Fatalf("%+v", r)
	}
	b.eventually("it was started anew", func() bool { return b.call("small__environ", `{}`).Success() })
}

func TestResultsAreLimited(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")}).ready()
	a, ok := b.call("small__huge", `{}`).Fields.(answer)
	if !ok || len(a.Content) != maxText || !a.Truncated || strings.ContainsRune(a.Content, '\ufffd') {
		t.Errorf("%d bytes, truncated %v", len(a.Content), a.Truncated)
	}
	if r := b.call("small__fail", `{}`); r.Err == nil || r.Err.Message != "The MCP server small says: the disk is full" {
		t.Errorf("%+v", r.Err)
	}
	if r := b.call("small__flood", `{}`); r.Success() {
		t.Error("a message without end was read")
	}
	if r := b.call("small__environ", `{}`); !r.Success() { // after a restart
		t.Error(r.Err)
	}
}

func TestServersGetNoKeysButTheirOwn(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-model")
	t.Setenv("MY_TOKEN", "tok")
	b := newBed(
		t, map[string]Config{"small": own(t, "serve", "GIVEN=<${MY_TOKEN} ${env:MY_TOKEN}>")},
		func(o *Options) { o.KeyNames = []string{"OPENAI_API_KEY"} },
	).ready()
	text := string(b.call("small__environ", `{}`).JSON())
	has(t, text, "GIVEN=<tok tok>")
	if strings.Contains(text, "sk-model") {
		t.Error("the server got the key of a model provider")
	}
}

func TestWhatAServerAsksForIsRefused(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")}).ready()
	text := string(b.call("small__ask", `{}`).JSON())
	has(t, text, "sampling: ", "elicitation: ", "does not support")
}

func TestRootsAreTheOpenFolders(t *testing.T) {
	folders := []string{"/a", "/b c"}
	b := newBed(t, map[string]Config{"small": own(t, "serve")}, func(o *Options) {
		first := o.Folders()[0]
		o.Folders = func() []string { return append([]string{first}, folders...) }
	}).ready()
	roots := func() string { return b.call("small__roots", `{}`).Fields.(answer).Content }
	if got, want := roots(), "file:///a file:///b%20c file://"+b.dir; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	folders = []string{"/d"}
	b.servers.FoldersChanged()
	if got, want := roots(), "file:///d file://"+b.dir; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNothingOutlivesTheEnd(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve"), "mute": own(t, "mute"), "garbage": own(t, "garbage")})
	b.servers.Start()
	b.eventually("it runs", func() bool { return b.status("small").State == Running })
	var pid int
	if _, err := fmt.Sscan(b.call("small__child", `{}`).Fields.(answer).Content, &pid); err != nil {
		t.Fatal(err)
	}
	b.servers.Close()
	b.eventually("what the server started is gone", func() bool { return gone(pid) })
}

// gone reports whether a process has ended, even if nobody has waited for it yet.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(data), ") Z ")
}

func TestSettingsChangeWhileServersRun(t *testing.T) {
	one := own(t, "serve")
	b := newBed(t, map[string]Config{"one": one, "two": own(t, "serve")}).ready()
	before := b.call("one__child", `{}`).Fields.(answer).Content
	b.servers.Set(map[string]Config{"one": one, "three": own(t, "serve")})
	b.ready()
	names := strings.Join(b.names(), " ")
	has(t, names, "one__crash", "three__crash", DescribeTool)
	if strings.Contains(names, "two__") {
		t.Error("a removed server still has tools:", names)
	}
	var pid int
	fmt.Sscan(before, &pid)
	if gone(pid) {
		t.Error("the server that did not change was ended")
	}
	b.servers.Set(nil)
	b.eventually("none is left", func() bool { return gone(pid) && len(b.names()) == 0 })
}

func TestNothingIsStartedBeforeItIsNeeded(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")})
	b.servers.Ready(t.Context(), []string{})
	b.servers.Ready(t.Context(), []string{"read_file"})
	if s := b.status("small").State; s != Stopped {
		t.Fatalf("it is %s", s)
	}
	b.servers.Ready(t.Context(), nil)
	if s := b.status("small").State; s != Running {
		t.Fatalf("it is %s", s)
	}
}

func TestASlowServerDoesNotHoldATurn(t *testing.T) {
	b := newBed(t, map[string]Config{"mute": own(t, "mute")})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	b.servers.Ready(ctx, nil)
	if n := b.servers.Notices(); len(n) != 1 || !strings.Contains(n[0], "mute is still starting") {
		t.Errorf("notices: %v", n)
	}
	b.servers.Ready(t.Context(), nil) // waiting would take seconds
	if n := b.servers.Notices(); len(n) != 0 {
		t.Errorf("told again: %v", n)
	}
}

func TestDescribeTool(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve")}).ready()
	has(
		t, string(b.call(DescribeTool, `{"names":["small__fail","nothing"]}`).JSON()), `"Does fail."`, `"parameters":{`,
		`"unknown":["nothing"]`,
	)
	if r := b.call(DescribeTool, `{"names":["nothing"]}`); r.Success() {
		t.Error("an unknown tool was described")
	}
	if n := len(b.asked()); n > 0 {
		t.Errorf("%d questions for reading a description", n)
	}
}
