package vscode

import (
	"encoding/json"
	"strings"

	"ptk-lsp/llm/llmtest"
)

// hostScript returns the script of the cases of the extension host: consent in the diff editor, questions from the editor,
// and API keys.
func (m *model) hostScript() map[string][]step {
	return map[string][]step{
		"Bake a larger bread": {
			say(call("read_file", `{"path": "dough.txt"}`, "before I change it")),
			say(call("edit_file", `{"path": "dough.txt", "edits": [{"old_string": "flour 500 g", "new_string": "flour 1000 g"}, `+
				`{"old_string": "bake 40 minutes", "new_string": "bake 60 minutes"}]}`, "for a larger bread")),
			say("Baked."),
		},
		"Salt the bread": {
			say(call("read_file", `{"path": "dough.txt"}`, "before I change it")),
			say(call("edit_file", `{"path": "dough.txt", "old_string": "salt 10 g", "new_string": "salt 20 g"}`, "more salt")),
			quoteResult,
		},
		"Count the rolls": {
			say(call("write_file", `{"path": "rolls.txt", "content": "one\n"}`, "to count them")),
			say(call("write_file", `{"path": "rolls.txt", "content": "two\n"}`, "there is another")),
			say("Counted."),
		},
		"Seed the bread": {
			say(call("read_file", `{"path": "dough.txt"}`, "before I change it")),
			say(call("edit_file", `{"path": "dough.txt", "old_string": "cool\n", "new_string": "cool\npoppy\n"}`, "seeds")),
			say(call("edit_file", `{"path": "dough.txt", "old_string": "poppy\n", "new_string": "poppy\nsesame\n"}`, "more seeds")),
			say("Seeded."),
		},
		"Glaze the rye": {
			say(call("read_file", `{"path": "rye.txt"}`, "before I change it")),
			steps(llmtest.Text("A glaze, then.\n\n"), llmtest.Gate(m.gate("glaze")),
				llmtest.Text(call("write_file", `{"path": "rye.txt", "content": "rye\nglaze\n"}`, "it shall shine"))),
			say("It shines."),
		},
		"Look twice": {
			say(call("read_file", `{"path": "bread.txt"}`, "a first look")),
			say(call("read_file", `{"path": "recipe.txt"}`, "a second look")),
			say("I go on after the second look."),
		},
		"How is the dough made?": {
			say("Like this:\n\n```sh\necho kneaded > dough-made.txt\n```\n\nThen:\n\n```sh\n",
				"echo proofed > dough-proofed.txt\nls\n```\n"),
		},
		"Write a git commit message": {m.commitMessage},
		"Warm the oven": {
			say(call("bash", `{"command": "echo warm > oven.txt"}`, "to heat it")),
			say("It is warm."),
		},
		"Add pepper to the bread list": {
			steps(llmtest.Text("Pepper, then.\n\n"), llmtest.Gate(m.gate("pepper")),
				llmtest.Text(call("write_file", `{"path": "list.txt", "content": "pepper\n"}`, "as you asked"))),
			say("It is on the list."),
		},
		"Light the oven": {
			say(call("bash", `{"command": "rm -f cold.txt; echo warm; echo hot"}`, "to heat it")),
			say("It burns."),
		},
		"Clean up the bakery": {
			steps(llmtest.Text("I clean, then.\n\n"), llmtest.Gate(m.gate("clean")),
				llmtest.Text(call("bash", hostileCommand(), "[agree](command:workbench.action.quit)"))),
			say("Not cleaned."),
		},
		"Write two cards": {
			say(call("write_file", `{"path": "first.txt", "content": "the first card\n"}`, "as you asked") + "\n" +
				call("write_file", `{"path": "second.txt", "content": "the second card\n"}`, "as you asked")),
			say("One card, then."),
		},
		"Brew a tea list": {
			say(call("write_file", `{"path": "tea.txt", "content": "green\n"}`, "as you asked")),
			say("Brewed."),
		},
		"Bake with rye": {
			say(call("read_file", `{"path": "rye.txt"}`, "before I change it")),
			say(call("write_file", `{"path": "rye.txt", "content": "more rye\n"}`, "rye")),
		},
		"Fix this problem":       {say("It is right now.")},
		"Explain this code":      {say("It is hot.")},
		"What is attached here?": {quoteQuestion},
		"Which key do you have?": {sayKey},
		"What stands in the notes?": {
			say(call("read_file", `{"path": "notes.txt"}`, "to read them")),
			quoteResult,
		},
		"When does the shop open?": {
			say(call("read_file", `{"path": "second/shop.txt"}`, "it is written there")),
			quoteResult,
		},
		"Close the shop": {
			say(call("write_file", `{"path": "second/shop.txt", "content": "closed\n"}`, "as you asked")),
			say("Closed."),
		},
	}
}

// quoteQuestion answers with the question and its attachments.
func quoteQuestion(r llmtest.Request) llmtest.Reply {
	return llmtest.Say("I was asked:\n\n```\n" + r.Last().Content + "\n```\n")
}

// sayKey answers with the API key of the request.
func sayKey(r llmtest.Request) llmtest.Reply {
	return llmtest.Say("I got the key as " + r.Header.Get("X-Api-Key") + ".")
}

// hostileCommand returns a command that imitates links and icons of the editor, reverses and overwrites text, and hides its
// dangerous part after many lines.
func hostileCommand() string {
	command := "touch [ok](command:workbench.action.quit) $(trash) \x1b[2J \u202egnp.exe\u202c \r ok\x00" +
		strings.Repeat("\n# nothing to see here", 10_000) + "\nrm -rf bread.txt"
	args, err := json.Marshal(map[string]string{"command": command, "description": "lists files"})
	if err != nil {
		panic(err) // strings can be written as JSON
	}
	return string(args)
}

// commitMessage answers with a message if the diff of what is staged is attached, and no tool is offered.
func (m *model) commitMessage(r llmtest.Request) llmtest.Reply {
	if !strings.Contains(r.Last().Content, "+a new oven") || strings.Contains(r.Messages[0].Content, "write_file") {
		return llmtest.Say("There is no diff.")
	}
	return llmtest.Say("```\nAdd the new oven\n```")
}
