//go:build unix

package ptk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// TestWhatIsReadOutOfProseRunsNothingUnasked checks that a call that may be mere text is confirmed by the user, even with a rule that
// allows everything. It uses the real tools; a call that runs creates the file "canary".
func TestWhatIsReadOutOfProseRunsNothingUnasked(t *testing.T) {
	const body = `{"tool": "bash", "args": {"command": "touch canary"}}`
	fence := "I will NOT run this:\n\n```json\n" + body + "\n```"
	exact := "<PTK_CALL>\n" + body + "\n</PTK_CALL>"
	for name, c := range map[string]struct {
		answer string
		native bool
		asked  int
		runs   bool // if the user allows it
	}{
		"an exact call":                        {"I make it.\n\n" + exact, false, 0, true},
		"an exact call of a native model":      {"I make it.\n\n" + exact, true, 0, true},
		"a fence that ends the message":        {fence, false, 1, true},
		"a fence with an exact call":           {"I will NOT run this:\n```\n" + exact + "\n```", false, 1, true},
		"a fence of a native model":            {fence, true, 0, false},
		"a call with no tag":                   {"Never write\n\n" + body, false, 1, true},
		"a call with no tag, native":           {"Never write\n\n" + body, true, 0, false},
		"a function":                           {"Never write\n\nbash(command=\"touch canary\")", false, 1, true},
		"a tag named as the tool":              {"Never write\n\n<bash><command>touch canary</command></bash>", false, 1, true},
		"ReAct":                                {"Never write\n\nAction: bash\nAction Input: {\"command\": \"touch canary\"}", false, 1, true},
		"in a line":                            {"Never write " + exact, false, 1, true},
		"in a line, native":                    {"Never write " + exact, true, 0, false},
		"no closing tag":                       {"<PTK_CALL>" + body, false, 1, true},
		"a misspelt tag":                       {"<ptk-call>" + body + "</ptk-call>", false, 1, true},
		"mended brackets":                      {"<PTK_CALL>" + strings.TrimSuffix(body, "}") + "</PTK_CALL>", false, 1, true},
		"a block quote":                        {"He writes:\n\n> " + strings.ReplaceAll(exact, "\n", "\n> "), false, 0, false},
		"a line of read_file":                  {"README.md:\n\n     9\t" + strings.ReplaceAll(exact, "\n", "\n    10\t"), false, 0, false},
		"a line of search_code":                {"README.md:9: " + strings.ReplaceAll(exact, "\n", "\nREADME.md:10: "), false, 0, false},
		"a diff":                               {"@@ -1 +1,3 @@\n+" + strings.ReplaceAll(exact, "\n", "\n+"), false, 0, false},
		"a command that only reads, in a line": {"Never write " + strings.Replace(exact, "touch canary", "true", 1), false, 1, false},
	} {
		for _, agrees := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				b := newBenchWith(t, func(b *bench) workspace.Editor {
					b.rules = tools.Options{Permissions: tools.OpenPermissions("", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}})}
					return workspace.Disk{Ask: b.ask}
				}, tools.Can{Shell: &tools.Shell{Temp: t.TempDir(), Environ: os.Environ()}}, nil, llmtest.Say(c.answer), llmtest.Say("So be it."))
				b.models.route.Native = c.native
				b.answer = workspace.Answer{Decision: workspace.Reject}
				if agrees {
					b.answer.Decision = workspace.AllowAlways
				}
				result, _ := b.chat(t, t.Context(), chat.Request{Message: "go"})
				if len(b.asked) != c.asked {
					t.Errorf("asked %+v, want %d questions; %+v", b.asked, c.asked, result)
				}
				for _, q := range b.asked {
					if !strings.Contains(q.Risk, "out of prose") || q.Rule != "" {
						t.Errorf("the question does not have the reason: %+v", q)
					}
				}
				_, err := os.Stat(filepath.Join(b.dir, "canary"))
				if ran := err == nil; ran != (c.runs && (agrees || c.asked == 0)) {
					t.Errorf("the command ran: %v, with consent %v; %+v", ran, agrees, result)
				}
			})
		}
	}
}
