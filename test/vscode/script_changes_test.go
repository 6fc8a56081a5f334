package vscode

import "ptk-lsp/llm/llmtest"

// changesScript returns the script of changes.mjs: turns that change several files.
func (m *model) changesScript() map[string][]step {
	menu := call("edit_file", `{"path": "menu.txt", "edits": [{"old_string": "soup", "new_string": "cold soup"}, `+
		`{"old_string": "cake\n", "new_string": "cake\nice\n"}]}`, "for the summer")
	return map[string][]step{
		"Make a summer menu": {
			say(call("read_file", `{"path": "menu.txt"}`, "before I change it")),
			say(menu),
			say(call("write_file", `{"path": "drinks.txt", "content": "lemonade\n"}`, "it goes with it")),
			say("It is summer."),
		},
		"Write a wine list": {
			say(call("write_file", `{"path": "wine.txt", "content": "red\nwhite\n"}`, "as you asked")),
			steps(llmtest.Text("And now"), llmtest.Silence()),
		},
		"Read my shopping list": {
			say(call("bash", `{"command": "cat ../shopping.txt"}`, "it is outside")),
			say(call("bash", `{"command": "head -n 1 ../shopping.txt"}`, "once more")),
			say("Eggs and milk."),
		},
	}
}
