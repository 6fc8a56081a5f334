//go:build linux

package llama

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "32768", "-np", "1", "--jinja")
	const holds, read = "It holds one word.", "I will read it."
	for name, c := range map[string]struct {
		settings, message string
		text, thoughts    string
		calls             []string
	}{
		"prose":           {`toolCalling = "ptk"`, "please %%hello", "Hello! I am a tiny model.", "", nil},
		"call in text":    {`toolCalling = "ptk"`, "please %%read", read + holds, "", []string{"read_file"}},
		"native call":     {`toolCalling = "native"`, "please %%native", holds, "", []string{"read_file"}},
		"thoughts":        {`toolCalling = "ptk"`, "please %%think", "The answer is forty-two.", "They want me to think. I did.", nil},
		"native thoughts": {`toolCalling = "native"`, "please %%think", "The answer is forty-two.", "They want me to think. I did.", nil},
		"invented result": {`toolCalling = "ptk"`, "please %%invent", "Reading." + holds, "", []string{"read_file"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := newUser(t, s, c.settings).chat(t, c.message)
			if got.failure != "" || got.text != c.text || strings.TrimSpace(got.thoughts) != c.thoughts || !cmp.Equal(got.calls, c.calls) {
				t.Errorf("got %q, thoughts %q, calls %q, %s\n%s", got.text, got.thoughts, got.calls, got.failure, got.log)
			}
		})
	}
}

// Thoughts are shown apart, whichever way the server sends them.
func TestThoughtsInAllFormats(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"none", "auto", "deepseek", "deepseek-legacy"} {
		t.Run(format, func(t *testing.T) {
			s := start(t, "-m", model("tiny"), "-c", "16384", "-np", "1", "--jinja", "--reasoning-format", format)
			got := newUser(t, s, `toolCalling = "ptk"`).chat(t, "please %%think")
			if got.text != "The answer is forty-two." || strings.TrimSpace(got.thoughts) != "They want me to think. I did." {
				t.Errorf("got %q, thoughts %q\n%s", got.text, got.thoughts, got.log)
			}
		})
	}
}

// A server without Jinja templates refuses functions: that is said once, with what to do, and not tried again.
func TestNativeCallsWithoutJinja(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "16384", "-np", "1", "--no-jinja")
	got := newUser(t, s, `toolCalling = "native"`).chat(t, "please %%native")
	advised := strings.Contains(got.failure, `toolCalling = "ptk"`) && strings.Contains(got.failure, "--jinja")
	if !advised || strings.Contains(got.log, `"kind":"retry"`) {
		t.Errorf("got %q\n%s", got.failure, got.log)
	}
	if got := newUser(t, s, "").chat(t, "please %%read"); got.text != "I will read it.It holds one word." {
		t.Errorf("in text: got %q\n%s", got.text, got.log)
	}
}
