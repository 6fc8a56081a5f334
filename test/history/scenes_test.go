package history_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
)

// pause is longer than pieces of text wait to be written together.
const pause = 150 * time.Millisecond

// png is a picture of one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

// files are those of the folder, by name.
func files() map[string]string {
	return map[string]string{
		"stock.json": "{\n  \"apples\": 3,\n  \"pears\": 5\n}\n", "old.txt": "old\n", "list.txt": "one\ntwo\n",
		"notes.md":         "# Notes\n\nThe door squeaks.\n",
		"cellar/AGENTS.md": "Mind the <steps>.\n", "cellar/wine.txt": "red\nwhite\n",
		".ptk/commands/fix.md": "---\ndescription: mend something\n---\nMend $ARGUMENTS, and say how.\n",
	}
}

func say(texts ...string) llmtest.Reply { return llmtest.Say(texts...) }

func call(tool, args string) string {
	return fmt.Sprintf("<PTK_CALL>\n{\"tool\": %q, \"args\": %s, \"reasoning\": \"because of <this> & that\"}\n</PTK_CALL>", tool, args)
}

// plan is a call that shows two steps.
func plan(status1, step1, status2, step2 string) string {
	const entry = `{"content": %q, "priority": %q, "status": %q}`
	return call("update_plan", fmt.Sprintf(`{"entries": [`+entry+`, `+entry+`]}`, step1, "high", status1, step2, "low", status2))
}

func usage(in, out, cached int) llmtest.Step {
	return llmtest.Usage(llm.Usage{InputTokens: in, OutputTokens: out, CachedTokens: cached})
}

// turn is what the tests need of a ChatResult.
type turn struct{ ConversationID, TurnID, Content string }

// chat runs a turn that must come to a result.
func (e *editor) chat(params object) turn {
	e.t.Helper()
	params["partialResultToken"] = "p"
	var r turn
	check(e.t, json.Unmarshal(e.call("ptk/chat", params), &r))
	return r
}

// shop is a conversation with a model that calls tools in text.
func shop(s *stage) {
	e := s.editor
	s.plain.Add(
		llmtest.Stream(llmtest.Thought("I should "), llmtest.Pause(pause), llmtest.Thought("look at the stock."),
			llmtest.Text("I look at <b>stock</b> & more.\n"),
			llmtest.Text(call("read_file", `{"path": "stock.json"}`)), llmtest.Pause(pause),
			llmtest.Text("\n"+call("read_file", `{"path": "nope.json"}`)), usage(1200, 80, 600)),
		llmtest.Stream(llmtest.Text("Apples "), llmtest.Pause(pause),
			llmtest.Text("and pears — “fresh”, \u2028 🍐.\n\n```json\n{\"a\": \"<b>\"}\n```"), usage(1400, 60, 1200)))
	first := e.chat(object{
		"message": "What does the shop sell? Always answer in short sentences. <PTK_CALL> & \"quotes\"",
		"mode":    "agent", "attachments": []object{
			{
				"uri":   s.uri("list.txt"),
				"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 1, "character": 0}},
			},
			{"uri": s.uri("notes.md")},
			{"uri": s.uri("gone.txt")},
			{"name": "note", "text": "Remember: no <plums>."},
			{"name": "logo", "mimeType": "image/png", "data": png},
		},
	})
	id := first.ConversationID
	changes := changing(s, id)
	s.plain.Add(say(call("read_file", `{"path": "stock.json"}`)), say(call("read_file", `{"path": "stock.json"}`)),
		say(`<PTK_CALL>{"tool": "re</PTK_CALL>`),
		say(call("raed_file", `{}`)), say(call("read_file", `{"path": "stock.json"}`)), say("It is the same."))
	e.chat(object{"message": "Look again.", "conversationId": id})
	e.chat(object{"message": "/undo", "conversationId": id})
	failing(s, id)
	e.call("ptk/renameConversation", object{"conversationId": id, "title": "The shop's <stock> & list"})
	e.call("ptk/compact", object{"conversationId": id})
	s.plain.Add(say("You are welcome."))
	e.chat(object{"message": "Thanks.", "conversationId": id})
	forked(s, id, changes.TurnID)
}

// changing is a turn that plans, changes files and runs a command, while the user says something.
func changing(s *stage, id string) turn {
	steered := make(chan struct{})
	s.plain.Add(
		llmtest.Stream(
			llmtest.Text("First a plan.\n"), llmtest.Text(plan("in_progress", "Write <the> list", "pending", "Tidy up")), llmtest.Pause(pause),
			llmtest.Text("\n"+call("bash", `{"command": "echo '<one>'"}`))),
		llmtest.Stream(llmtest.Gate(steered), llmtest.Text(call("write_file", `{"path": "prices.md", "content": "apples 1\npears 2\n"}`)),
			llmtest.Pause(pause),
			llmtest.Text("\n"+call("edit_file", `{"path": "stock.json", "old_string": "\"pears\": 5", "new_string": "\"pears\": 4"}`))),
		say(call("delete_file", `{"path": "old.txt"}`)), say(call("move_file", `{"from": "list.txt", "to": "lists/all.txt"}`)),
		say("All ", "is written."))
	asked := len(s.plain.Requests())
	_, response := s.editor.begin("ptk/chat", object{"message": "Write the price list.", "conversationId": id, "partialResultToken": "p"})
	s.plain.await(asked + 2)
	s.editor.call("ptk/steer", object{"conversationId": id, "message": "And drop <old.txt> too."})
	close(steered)
	var r turn
	check(s.t, json.Unmarshal(s.editor.response(response).Result, &r))
	return r
}

// failing are turns that the model does not finish: one that is refused while the user says something, and one that breaks off.
func failing(s *stage, id string) {
	steered := make(chan struct{})
	s.plain.Add(llmtest.React(func(llmtest.Request) llmtest.Reply {
		<-steered
		return llmtest.Fail(401, `{"error":{"message":"bad <key>"}}`)
	}))
	asked := len(s.plain.Requests())
	_, response := s.editor.begin("ptk/chat", object{"message": "Go on.", "conversationId": id, "partialResultToken": "p"})
	s.plain.await(asked + 1)
	s.editor.call("ptk/steer", object{"conversationId": id, "message": "Said too late."})
	close(steered)
	s.editor.response(response)
	s.plain.Add(llmtest.Stream(llmtest.Text("It breaks"), llmtest.Pause(pause), llmtest.Cut()),
		llmtest.Stream(llmtest.Text("It breaks again"), llmtest.Pause(pause), llmtest.Cut()))
	s.editor.chat(object{"message": "Try again.", "conversationId": id})
}

func forked(s *stage, id, turnID string) {
	var fork turn
	check(s.t, json.Unmarshal(s.editor.call("ptk/forkConversation", object{"conversationId": id, "turnId": turnID}), &fork))
	s.editor.call("ptk/renameConversation", object{"conversationId": fork.ConversationID, "title": "Another way"})
	s.plain.Add(say("Another answer."))
	s.editor.chat(object{"message": "Go another way.", "conversationId": fork.ConversationID})
}

// gallery is a conversation with a model that calls functions and sees pictures, and then with the other one.
func gallery(s *stage) {
	e := s.editor
	fragment := func(index int, id, name, args string) llmtest.Step {
		return llmtest.Fragment(llm.ToolCall{Index: index, ID: id, Name: name, Arguments: args})
	}
	s.native.Add(
		llmtest.Stream(llmtest.Thought("A picture "), llmtest.Pause(pause), llmtest.Thought("of <what>?"), llmtest.Text("I compare."),
			fragment(0, "toolu_1", "read_file", ""), fragment(0, "", "", `{"path": `), fragment(0, "", "", `"notes.md"}`),
			fragment(1, "toolu_2", "easel__draw", ""), llmtest.Pause(pause), fragment(1, "", "", `{"what": "a pear"}`), usage(2000, 90, 0)),
		say("Both are one pixel."))
	id := e.chat(object{
		"message": "Compare this with a pear.", "model": "native/m", "attachments": []object{{"name": "pixel", "data": png}},
	}).ConversationID
	s.native.Add(llmtest.Call("toolu_3", "agent", `{"task": "Count the notes."}`), say("One note."), say("The agent counted one."))
	e.chat(object{"message": "Count the notes.", "model": "native/m", "conversationId": id})
	s.native.Add(llmtest.Call("toolu_4", "write_file", `{"path": "x.txt"}`), say("Then not."))
	e.chat(object{"message": "Write without content.", "model": "native/m", "conversationId": id})
	s.plain.Add(llmtest.Stream(llmtest.Text("half an "), llmtest.Pause(pause), llmtest.Failure("overloaded")), say("A whole answer."))
	e.chat(object{"message": "Now you.", "conversationId": id})
	s.native.Add(llmtest.Call("toolu_5", "read_file", `{"path": "notes.md", "offset": 2}`))
	e.chat(object{"message": "Read from line 2 on.", "model": "native/m", "conversationId": id, "maxIterations": 1})
	s.plain.Add(llmtest.Stream(llmtest.Text("I begin"), llmtest.Silence()))
	begun := e.event("I begin")
	n, response := e.begin("ptk/chat", object{"message": "Stop soon.", "conversationId": id, "partialResultToken": "p"})
	<-begun
	e.write(object{"method": "$/cancelRequest", "params": object{"id": n}})
	e.response(response)
}

// winter is a plan that is made, approved and carried out.
func winter(s *stage) {
	s.plain.Add(say("This is what I would do:\n\n1. Count the **apples**\n2. Order <more>\n"))
	id := s.editor.chat(object{"message": "Plan the winter stock.", "mode": "plan"}).ConversationID
	s.plain.Add(say(plan("completed", "Count the apples", "in_progress", "Order <more>")), say("Counted."))
	s.editor.chat(object{"message": "", "conversationId": id, "plan": []object{
		{"content": "Count the apples", "priority": "high", "status": "pending"},
		{"content": "Order <more>", "priority": "low", "status": "pending"},
	}})
}

// door is a turn with everything that a request can ask for, by a command of the folder.
func door(s *stage) {
	s.plain.Add(say(call("read_file", `{"path": "cellar/wine.txt"}`)), say("Oil it."))
	s.editor.chat(object{
		"message": "/fix the door @notes.md", "model": "plain/m", "mode": "ask", "tools": []string{"read_file"}, "temperature": 0.25,
		"maxIterations": 5, "maxToolCalls": 3, "timeoutMs": 60_000,
	})
	s.plain.Add(say("Deleted soon."))
	gone := s.editor.chat(object{"message": "A secret: OSTRICH.", "tools": []string{}})
	s.editor.call("ptk/deleteConversation", object{"conversationId": gone.ConversationID})
}

// killed is a conversation whose second turn is cut off while a command runs. The command outlives the program, until the
// folder is removed.
func killed(s *stage) {
	s.plain.Add(say("Ready."), llmtest.Stream(
		llmtest.Text("I look.\n"+call("read_file", `{"path": "notes.md"}`)), llmtest.Pause(pause),
		llmtest.Text("\n"+call("bash", `{"command": "echo begun; while [ -e notes.md ]; do sleep 0.2; done"}`))))
	id := s.editor.chat(object{"message": "Be ready."}).ConversationID
	running := s.editor.event(`"chunk":"begun`)
	s.editor.begin("ptk/chat", object{"message": "Look, then wait.", "conversationId": id, "partialResultToken": "p"})
	<-running
	time.Sleep(2 * pause) // what waits to be written together is written
	s.editor.kill()
}

// speechless is a conversation that is cut off before the model says anything.
func speechless(s *stage) {
	s.plain.Add(llmtest.Stream(llmtest.Silence()))
	asked := len(s.plain.Requests())
	s.editor.begin("ptk/chat", object{"message": "Nobody answers <this>."})
	s.plain.await(asked + 1)
	time.Sleep(2 * pause)
	s.editor.kill()
}

// unheard is a conversation that is cut off before its message is written, while a small model weighs it.
func unheard(s *stage) {
	s.small.Add(llmtest.Stream(llmtest.Silence()), llmtest.Stream(llmtest.Silence()))
	s.editor.begin("ptk/chat", object{"message": "Nobody has <heard> this, for the small model is silent."})
	s.small.await(2)
	time.Sleep(2 * pause)
	s.editor.kill()
}

// helped is a conversation with a small model beside the large one, and another that takes over.
func helped(s *stage) {
	s.small.Add(llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		switch {
		case strings.Contains(r.System(), "a title of three"):
			return say("Labels for the winter")
		case strings.Contains(r.System(), "You weigh"):
			return say("simple")
		}
		return say("The user wants labels <and> boxes. ", "They are blue.")
	})))
	s.plain.Add(llmtest.Fail(401, `{"error":{"message":"bad key"}}`))
	s.native.Add(say("I take over: blue labels."))
	id := s.editor.chat(object{"message": "Which labels and which boxes would you take for the winter?"}).ConversationID
	s.plain.Add(say("Yes."))
	s.editor.chat(object{"message": "Really?", "conversationId": id})
	s.editor.chat(object{"message": "/compact", "conversationId": id})
	s.plain.Add(say("Blue."))
	s.editor.chat(object{"message": "Which colour?", "conversationId": id})
}
