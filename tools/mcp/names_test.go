package mcp

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestNames(t *testing.T) {
	long := strings.Repeat("l", 70)
	var all []*tool
	for _, n := range [][2]string{
		{"git", "log"}, {"my server", "do.it"}, {"my server", "do it"}, {"1st", "tool"}, {"x", long}, {"x", long + "1"}, {"日本", "道具"},
	} {
		all = append(all, &tool{server: &server{name: n[0]}, definition: &definition{def: &sdk.Tool{Name: n[1]}}})
	}
	var got []string
	for _, t := range uniqueNames(all) {
		got = append(got, t.name)
	}
	want := []string{"git__log", "my_server__do_it", "my_server__do_it_25dad9", "mcp1st__tool"}
	if d := cmp.Diff(want, got[:4]); d != "" {
		t.Error(d)
	}
	valid, seen := regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`), map[string]bool{}
	for _, n := range got {
		if !valid.MatchString(n) || seen[n] {
			t.Errorf("%q", n)
		}
		seen[n] = true
	}
}

func TestNothingIsHiddenInArgumentsThatAreShown(t *testing.T) {
	for in, want := range map[string]string{
		"{ \"a\": 1 }":               `{"a":1}`,
		"{\"a\":\"x\u202ey\"}":       `{"a":"x\u202ey"}`,
		"{\"a\":\"\U000e0041\"}":     `{"a":"\udb40\udc41"}`,
		"{\"a\":\"日本\u00a0\u200b\"}": "{\"a\":\"日本\u00a0\\u200b\"}",
	} {
		if got := exactly(json.RawMessage(in)); got != want {
			t.Errorf("%q is shown as %s, want %s", in, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("server", "tool")
	f.Add("", "")
	f.Add("_x", strings.Repeat("ü", 40))
	valid := regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`)
	f.Fuzz(func(t *testing.T, server, tool string) {
		if n := toolName(server, tool); !valid.MatchString(n) {
			t.Errorf("%q and %q give %q", server, tool, n)
		}
	})
}
