package vscode

import "ptk-lsp/llm/llmtest"

// chatsScript returns the script of chats.mjs: chats side by side.
func (m *model) chatsScript() map[string][]step {
	return map[string][]step{
		"Proof the dough slowly": {
			steps(llmtest.Text("It rises.\n\n"), llmtest.Gate(m.gate("proof")), llmtest.Text("It has risen.")),
		},
		"Dust the bread": {
			say(call("read_file", `{"path": "rye.txt"}`, "before I change it")),
			steps(llmtest.Text("Some flour.\n\n"), llmtest.Gate(m.gate("dust")),
				llmtest.Text(call("write_file", `{"path": "rye.txt", "content": "rye\nflour\n"}`, "for the looks"))),
			say("It is dusted."),
		},
		"Stir the soup": {
			steps(llmtest.Text("I stir.\n\n"), llmtest.Gate(m.gate("soup")), llmtest.Text(call("list_files", `{"directory": "."}`, "to see"))),
			quoteUser,
		},
		"Show the places": {say(places)},
		"Simmer in one window": {
			steps(llmtest.Text("It simmers.\n\n"), llmtest.Gate(m.gate("simmer")), llmtest.Text("It is done simmering.")),
		},
	}
}

const places = "See `src/oven.go:4-6`, [the notes](notes.txt) and `src/none.go`; `Heat()` is hot[^1].\n\n" +
	"The heat is $Q = m c \\Delta T$, so\n\n$$\\Delta T = \\frac{Q}{m c}$$\n\n" +
	"| part | grams |\n|:--|--:|\n| flour | 500 |\n| salt | 10 |\n\n" +
	"```diff\n--- a/src/oven.go\n+++ b/src/oven.go\n func Heat() int {\n-\treturn 220\n+\treturn 240\n }\n```\n\n" +
	"```mermaid\ngraph TD\n  Dough --> Bread\n```\n\n[^1]: In degrees *Celsius*.\n"
