package vscode

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"ptk-lsp/llm/llmtest"
)

type step = func(llmtest.Request) llmtest.Reply

// script returns the answers of the model by question, one step for each model call.
func (m *model) script() map[string][]step {
	all := m.viewScript()
	maps.Copy(all, m.hostScript())
	maps.Copy(all, m.chatsScript())
	maps.Copy(all, m.changesScript())
	maps.Copy(all, map[string][]step{
		"How hot is the oven?": {
			steps(llmtest.Text("I look into "), llmtest.Text("the oven.\n\n"), llmtest.Gate(m.gate("oven")),
				llmtest.Text(call("read_file", `{"path": "src/oven.go"}`, "the heat is in the code"))),
			say("It bakes at ", "**220 ", "degrees**", ", see `src/oven.go:5`."),
		},
		"Count to a thousand":  {steps(llmtest.Text("one, two, "), llmtest.Text("three"), llmtest.Silence()), say("four, five")},
		"How far did you get?": {say("I got to three.")},
		"Be hostile":           {say(llmtest.Pieces(hostile, 9)...)},
		"What do my notes say?": {
			say(call("read_file", `{"path": "notes.txt"}`, "to read them")),
			quoteResult,
		},
		"Which problems are there?": {
			say(call("get_diagnostics", `{}`, "to see the problems")),
			quoteResult,
		},
		"Where does the poem say": {
			say(call("go_to_definition", `{"path": "poem.txt", "line": 2, "symbol": "this"}`, "to find it")),
			say(call("document_symbols", `{"path": "poem.txt"}`, "to see what there is")),
			quoteResults,
		},
		"Brew some tea": {
			say(call("run_editor_command", `{"command": "fixture.brew", "args": ["green"]}`, "as you asked")),
			quoteResult,
		},
		"Add salt to the recipe": {
			say(call("read_file", `{"path": "recipe.txt"}`, "before I change it")),
			say(call("write_file", `{"path": "recipe.txt", "content": "flour\nwater\nsalt\n"}`, "salt belongs in it")),
			say("No salt then."),
		},
		"Add yeast to the recipe": {
			say(call("read_file", `{"path": "recipe.txt"}`, "before I change it")),
			say(call("write_file", `{"path": "recipe.txt", "content": "flour\nwater\nyeast\n"}`, "yeast belongs in it")),
			say("There is yeast in it now."),
		},
		"Add sugar to the recipe": {
			say(call("read_file", `{"path": "recipe.txt"}`, "before I change it")),
			steps(llmtest.Text("Sugar, then.\n\n"), llmtest.Gate(m.gate("sugar")),
				llmtest.Text(call("write_file", `{"path": "recipe.txt", "content": "flour\nwater\nsugar\n"}`, "sugar belongs in it"))),
			say("Sweet."),
		},
		"Find the pangolin": {
			say(call("search_code", `{"query": "pangolin"}`, "to find it")),
			inFound("read_file", `{"path": %q}`),
			inFound("edit_file", `{"path": %q, "old_string": "pangolin", "new_string": "wombat"}`),
			say("It is a wombat now."),
		},
		"Fail once": {m.failOnce},
		"Be busy":   {m.busyTwice},
		"Explain the bakery": {
			say("I look at what is there.\n\n", call("list_files", `{"directory": "."}`, "to see what the project holds")),
			say(call("read_file", `{"path": "src/oven.go"}`, "the oven is in here")),
			say(llmtest.Pieces(explanation, 20)...),
			concludeByResult,
		},
	})
	return all
}

// failOnce fails the first time, with an error that is not retried.
func (m *model) failOnce(llmtest.Request) llmtest.Reply {
	if len(m.asked("Fail once")) > 1 {
		return llmtest.Say("It is back from lunch.")
	}
	return llmtest.Fail(http.StatusBadRequest, `{"error": {"message": "the model is out to lunch", "type": "invalid_request_error"}}`)
}

// busyTwice fails twice with an error that is retried.
func (m *model) busyTwice(llmtest.Request) llmtest.Reply {
	if len(m.asked("Be busy")) > 2 {
		return llmtest.Stream(llmtest.Thought("Hm."), llmtest.Text("I have time now."))
	}
	return llmtest.Fail(http.StatusServiceUnavailable, `{"error": {"message": "all ovens are in use"}}`)
}

// concludeByResult answers whether the oven was changed.
func concludeByResult(r llmtest.Request) llmtest.Reply {
	if strings.Contains(r.Last().Content, "did not agree") {
		return llmtest.Say("The oven stays as it is, then.")
	}
	return llmtest.Say(llmtest.Pieces(conclusion, 20)...)
}

// inFound calls a tool for the file in the first search result.
func inFound(tool, args string) step {
	return func(r llmtest.Request) llmtest.Reply {
		for _, m := range r.Messages {
			if _, rest, ok := strings.Cut(strings.ReplaceAll(m.Content, `\"`, `"`), `"matches":[{"path":"`); ok {
				path, _, _ := strings.Cut(rest, `"`)
				return llmtest.Say(call(tool, fmt.Sprintf(args, path), "it is in there"))
			}
		}
		return llmtest.Say("Nothing was found.")
	}
}

func say(pieces ...string) step {
	return func(llmtest.Request) llmtest.Reply { return llmtest.Say(pieces...) }
}

func steps(all ...llmtest.Step) step {
	return func(llmtest.Request) llmtest.Reply { return llmtest.Stream(all...) }
}

// quoteResult answers with the last message.
func quoteResult(r llmtest.Request) llmtest.Reply {
	return llmtest.Say("I was told:\n\n```\n" + strings.ReplaceAll(r.Last().Content, `\"`, `"`) + "\n```\n")
}

// quoteResults answers with the tool results of the last two steps.
func quoteResults(r llmtest.Request) llmtest.Reply {
	before := r.Messages[len(r.Messages)-3].Content
	return llmtest.Say("I was told:\n\n```\n" + before + r.Last().Content + "\n```\n")
}

// call writes a tool call as PTK text.
func call(tool, args, why string) string {
	return fmt.Sprintf("<PTK_CALL>\n{\"tool\": %q, \"args\": %s, \"reasoning\": %q}\n</PTK_CALL>", tool, args, why)
}

const hostile = "Look:\n\n<script>window.hacked = 1</script>\n\n<img src=x onerror=\"window.hacked = 1\">\n\n" +
	"![x](https://evil.example/track.png) [run](javascript:window.hacked=1) [quit](command:workbench.action.quit) " +
	"[data](data:text/html,<script>window.hacked=1</script>) [safe.org](https://evil.example/)\n\n" +
	"[\u0430pple.com](https://xn--pple-43d.com/) [https://good.org](https://good.org@evil.example/) good\u202eexe.txt\n\n" +
	"<style>body { display: none }</style><svg onload=\"window.hacked = 1\"></svg><iframe src=\"https://evil.example\"></iframe>\n\n" +
	"`<b onclick=1>` the end of it"

const explanation = "The **bakery** is one package with one function; I raise its heat to `240`.\n\n" +
	"| file | what it holds |\n|---|---|\n| `package.json` | name and version, `4.2.1` |\n| `src/oven.go` | `Heat`, in degrees Celsius |\n\n" +
	"<PTK_CALL>\n{\"tool\": \"write_file\", \"args\": {\"path\": \"src/oven.go\", " +
	"\"content\": \"package bakery\\n\\n" +
	"// Heat is in degrees Celsius.\\nfunc Heat() int {\\n\\treturn 240\\n}\\n\"}, " +
	"\"reasoning\": \"you asked for a hotter oven\"}\n</PTK_CALL>"

const conclusion = "The oven heats to **240** degrees now:\n\n```go\nfunc Heat() int {\n\treturn 240\n}\n```\n\n" +
	"1. Nothing else calls `Heat`.\n2. See https://go.dev/doc for the language.\n"
