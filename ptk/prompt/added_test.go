package prompt_test

import (
	"testing"

	"ptk-lsp/ptk/prompt"
)

func TestUserText(t *testing.T) {
	for message, want := range map[string]string{
		"Port it.": "Port it.",
		"Port it.\n\nAttached by the user:\n<code>":                            "Port it.",
		"Port it.\n\nAttached picture: a.png":                                  "Port it.",
		"Port it.\n\n(The user is looking at a.go.)":                           "Port it.",
		"Port it.\n\n(The user wants the tool x.)":                             "Port it.",
		"Port it." + prompt.FolderHead + "a its AGENTS.md says):\nBe brief.)":  "Port it.",
		"Port it." + prompt.MapHead + "a.go\n)":                                "Port it.",
		"Port it." + prompt.PlanHead + "1. [high, pending] lexer\n)":           "Port it.",
		"Port it.\n\n" + prompt.PlanHint:                                       "Port it.",
		"Port it." + prompt.MapHead + "a\n)" + prompt.PlanHead + "1. x)":       "Port it.",
		"(For what is below a its AGENTS.md says, over what was said before:)": "",
		prompt.ReplanNote: "",
		prompt.CutOffNote: "",
	} {
		if got := prompt.UserText(message); got != want {
			t.Errorf("UserText(%q) = %q, want %q", message, got, want)
		}
	}
}
