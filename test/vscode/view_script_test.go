package vscode

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
)

// viewScript returns the script of view.mjs and long.mjs.
func (m *model) viewScript() map[string][]step {
	return map[string][]step{
		"Knead the dough": {
			steps(llmtest.Text("I begin.\n\n"), llmtest.Gate(m.gate("dough")),
				llmtest.Text(call("list_files", `{"directory": "."}`, "to see what there is"))),
			quoteUser,
		},
		"Show me some code":     {say(llmtest.Pieces(code, 11)...)},
		"Rewrite the tools":     {say(rewritten)},
		"Write a guide":         {say("Here it is:\n\n```md docs/guide.md\n# The guide\n\nRead it.\n```\n")},
		"Show a nameless line":  {say("Add this:\n\n```yaml\ncrust: hard\nsalt: none\n```\n")},
		"Plan a bigger oven":    {say("1. Measure the oven in `src/oven.go`.\n2. Buy bricks.\n")},
		"Carry out the plan.":   {quoteUser},
		"Raise the heat to 250": {say(call("read_file", `{"path": "src/oven.go"}`, "before I change it")), m.raise, say("It is hotter now.")},
		"Season the bread": {
			say(call("read_file", `{"path": "bread.txt"}`, "before I change it")),
			say(call("write_file", `{"path": "bread.txt", "content": "salt\n`+strings.Repeat(`crumb\n`, 10)+`honey\n"}`, "two spices")),
			quoteResult,
		},
		"What is in the picture?": {describePictures},
		"Tell a long story":       {steps(story()...)},
		"Remember loaf":           {rememberLoaf},
	}
}

// raise writes a new heat.
func (m *model) raise(llmtest.Request) llmtest.Reply {
	args := `{"path": "src/oven.go", "content": "package bakery\n\n// Heat is in degrees Celsius.\nfunc Heat() int {\n\treturn 250\n}\n"}`
	return llmtest.Say(call("write_file", args, "hotter"))
}

// describePictures answers with the pictures of the last message.
func describePictures(r llmtest.Request) llmtest.Reply {
	last := r.Last()
	if len(last.Images) == 0 {
		return llmtest.Say("I see no picture.")
	}
	said := fmt.Sprintf("I see %d picture:", len(last.Images))
	for _, image := range last.Images {
		said += fmt.Sprintf(" %s, SHA-256 %x", image.MIME, sha256.Sum256(image.Data))
	}
	return llmtest.Say(said)
}

// rememberLoaf answers with the number of the loaf in the history.
func rememberLoaf(r llmtest.Request) llmtest.Reply {
	number, _, _ := strings.Cut(strings.TrimPrefix(r.Last().Content, "Remember loaf "), "\n")
	return llmtest.Say("Loaf " + number + " is kept:\n\n- flour\n- water\n\n```go\nfunc Loaf" + number + "() {}\n```\n")
}

// quoteUser answers with the last message of the user.
func quoteUser(r llmtest.Request) llmtest.Reply {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if m := r.Messages[i]; m.Role == llm.User {
			return llmtest.Say("I heard: ", m.Content)
		}
	}
	return llmtest.Say("I heard nothing.")
}

// story is an answer of 2,250 tokens at 500 a second: prose, lists and code.
func story() []llmtest.Step {
	const tokens, perSecond, atOnce = 2250, 500, 5
	words := strings.SplitAfter(strings.Repeat("The dough rests, and `Heat()` rises to **220** degrees while the baker waits. ", 6)+
		"\n\n- flour and water\n- salt, as [the book](https://example.com/book) says\n\n"+
		"```go\nfunc Bake(minutes int) error {\n\tif minutes < 0 {\n\t\treturn errors.New(\"no time\")\n\t}\n\treturn nil\n}\n```\n\n", " ")
	var all []llmtest.Step
	for i := 0; i < tokens; i += atOnce {
		var piece strings.Builder
		for j := range atOnce {
			piece.WriteString(words[(i+j)%len(words)])
		}
		all = append(all, llmtest.Text(piece.String()), llmtest.Pause(atOnce*time.Second/perSecond))
	}
	return append(all, llmtest.Text("\n\nThe end of the story."))
}

// rewritten is a whole file with two changed functions; the sentence before it names the file.
const rewritten = "I change `tools/zz.go`:\n\n```go\npackage tools\n\n" +
	"func One() int {\n\tif One() > 2 {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\n" +
	"func Two() int {\n\treturn 22\n}\n```\n\nThat is all.\n"

const code = "Like this:\n\n```go src/oven.go\n// Heat is in degrees Celsius.\nfunc Heat() int {\n\treturn 260 // \"hot\"\n}\n```\n\n" +
	"and in a shell:\n\n```bash\necho \"done\"\n```\n"
