package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// written is one way in which a model writes a call of bash.
type dialectSample struct {
	name, text string
	// exact says that the call is exact where it begins a line and nothing stands round it.
	exact bool
	// loose says that the call counts only at the end of a message.
	loose bool
	// lines says that the form is made of lines and can't stand inside one.
	lines bool
}

// dialectSamples has a call of each dialect, as the models' templates write it.
func dialectSamples() []dialectSample {
	return []dialectSample{
		{name: "ptk", text: "<PTK_CALL>\n{\"tool\": \"bash\", \"args\": {\"command\": \"x\"}}\n</PTK_CALL>", exact: true},
		{name: "ptk on a line", text: `<PTK_CALL>{"tool": "bash", "args": {"command": "x"}}</PTK_CALL>`, exact: true},
		{name: "ptk batch", text: "<PTK_BATCH>\n[{\"tool\": \"bash\", \"args\": {\"command\": \"x\"}}]\n</PTK_BATCH>", exact: true},
		{name: "legacy", text: `<TOOL_CALL>{"tool": "bash", "args": {"command": "x"}}</TOOL_CALL>`, exact: true},
		{name: "ptk, small letters", text: `<ptk-call>{"tool": "bash", "args": {"command": "x"}}</ptk-call>`},
		{name: "ptk, square", text: `[PTK_CALL]{"tool": "bash", "args": {"command": "x"}}[/PTK_CALL]`},
		{name: "ptk, no closing tag", text: `<PTK_CALL>{"tool": "bash", "args": {"command": "x"}}`},
		{name: "hermes", text: "<tool_call>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"x\"}}\n</tool_call>", exact: true},
		{name: "granite", text: `<function_call>{"name": "bash", "arguments": {"command": "x"}}</function_call>`, exact: true},
		{name: "tool_use", text: `<tool_use>{"name": "bash", "input": {"command": "x"}}</tool_use>`, exact: true},
		{name: "longcat", text: `<longcat_tool_call>{"name": "bash", "arguments": {"command": "x"}}</longcat_tool_call>`, exact: true},
		{name: "nemotron", text: `<TOOLCALL>[{"name": "bash", "arguments": {"command": "x"}}]</TOOLCALL>`, exact: true},
		{name: "python tag", text: `<|python_tag|>{"name": "bash", "parameters": {"command": "x"}}<|eom_id|>`, exact: true},
		{name: "phi", text: `<|tool_call|>[{"name": "bash", "arguments": {"command": "x"}}]<|/tool_call|>`, exact: true},
		{name: "glm", text: "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>x</arg_value>\n</tool_call>", exact: true},
		{name: "olmo", text: "<function_calls>\nbash(command=\"x\")\n</function_calls>", exact: true},
		{name: "qwen coder", text: "<tool_call>\n<function=bash>\n<parameter=command>\nx\n</parameter>\n</function>\n</tool_call>", exact: true},
		{name: "seed", text: "<seed:tool_call>\n<function=bash>\n<parameter=command>x</parameter>\n</function>\n</seed:tool_call>", exact: true},
		{name: "llama function", text: `<function=bash>{"command": "x"}</function>`, exact: true},
		{name: "invoke", text: "<function_calls>\n<invoke name=\"bash\">\n<parameter name=\"command\">x</parameter>\n</invoke>\n</function_calls>", exact: true},
		{name: "minimax", text: "<minimax:tool_call>\n<invoke name=\"bash\">\n<parameter name=\"command\">x</parameter>\n</invoke>\n</minimax:tool_call>", exact: true},
		{name: "deepseek 3.2", text: "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"bash\">\n<｜DSML｜parameter name=\"command\" string=\"true\">x</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>", exact: true},
		{name: "xml", text: `<tool name="bash"><arg name="command">x</arg></tool>`, exact: true},
		{name: "mistral", text: `[TOOL_CALLS][{"name": "bash", "arguments": {"command": "x"}}]`, exact: true},
		{name: "mistral 11", text: `[TOOL_CALLS]bash[ARGS]{"command": "x"}`, exact: true},
		{name: "kimi", text: `<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "x"}<|tool_call_end|><|tool_calls_section_end|>`, exact: true},
		{name: "deepseek", text: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n{\"command\": \"x\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>", exact: true},
		{name: "deepseek 3.1", text: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "x"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`, exact: true},
		{name: "step", text: `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="bash"><steptml:parameter name="command">x</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>`, exact: true},
		{name: "harmony", text: `<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command": "x"}<|call|>`, exact: true},
		{name: "command", text: `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "bash", "parameters": {"command": "x"}}]<|END_ACTION|>`, exact: true},
		{name: "internlm", text: `<|action_start|><|plugin|>{"name": "bash", "parameters": {"command": "x"}}<|action_end|>`},
		{name: "gemma", text: `<|tool_call>call:bash{command:<|"|>x<|"|>}<tool_call|>`, exact: true},
		{name: "function gemma", text: `<start_function_call>call:bash{command:<escape>x<escape>}<end_function_call>`, exact: true},
		{name: "apertus", text: `<|tools_prefix|>[{"bash": {"command": "x"}}]<|tools_suffix|>`, exact: true},
		{name: "lfm", text: `<|tool_call_start|>[bash(command="x")]<|tool_call_end|>`, exact: true},
		{name: "tag", text: "<bash>\n<command>x</command>\n</bash>", loose: true},
		{name: "json", text: `{"name": "bash", "parameters": {"command": "x"}}`, loose: true},
		{name: "json list", text: `[{"name": "bash", "arguments": {"command": "x"}}]`, loose: true},
		{name: "functools", text: `functools[{"name": "bash", "arguments": {"command": "x"}}]`, loose: true},
		{name: "function", text: `bash(command="x")`, loose: true},
		{name: "function list", text: `[bash(command="x")]`, loose: true},
		{name: "functionary", text: ">>>bash\n{\"command\": \"x\"}", loose: true, lines: true},
		{name: "name and arguments", text: "bash\n{\"command\": \"x\"}", loose: true, lines: true},
		{name: "yaml", text: "TOOL: bash\nARGS:\n  command: x", loose: true, lines: true},
		{name: "react", text: "Action: bash\nAction Input: {\"command\": \"x\"}", loose: true, lines: true},
	}
}

// quoteFrame is one way of quoting: the call on lines of its own, and in the middle of a line.
type quoteFrame struct {
	name string
	// alone gives the quoted call on lines of its own; mid in a line of prose, nil where there is no such thing.
	alone, mid func(call string) string
}

// round puts marks round the call, on its lines and in the middle of one.
func round(name, before, after string) quoteFrame {
	return quoteFrame{
		name:  name,
		alone: func(call string) string { return before + call + after },
		mid:   func(call string) string { return "He wrote " + before + call + after + " there" },
	}
}

// apart puts marks on lines of their own before and behind the call.
func apart(name, before, after string) quoteFrame {
	return quoteFrame{name: name, alone: func(call string) string { return before + "\n" + call + "\n" + after }}
}

// eachLine puts a mark before each line.
func eachLine(name string, mark func(line int) string) quoteFrame {
	lines := func(s string) string {
		all := strings.Split(s, "\n")
		for i := range all {
			all[i] = mark(i) + all[i]
		}
		return strings.Join(all, "\n")
	}
	return quoteFrame{
		name:  name,
		alone: lines,
		mid:   func(call string) string { return lines("He wrote " + call + " there") },
	}
}

// same is a mark that is the same on each line.
func same(mark string) func(int) string { return func(int) string { return mark } }

// item is a mark on the first line, and blanks of its width on the others.
func listItem(mark string) func(int) string {
	return func(i int) string {
		if i > 0 {
			return strings.Repeat(" ", len([]rune(mark)))
		}
		return mark
	}
}

// bullet is a mark on the first line, and nothing on the others.
func bullet(mark string) func(int) string {
	return func(i int) string {
		if i > 0 {
			return ""
		}
		return mark
	}
}

func numbered(form string) func(int) string {
	return func(i int) string { return fmt.Sprintf(form, 9+i) }
}

// onOneLine is for frames that can't hold a line break.
func onOneLine(f quoteFrame) quoteFrame {
	alone, mid := f.alone, f.mid
	f.alone = func(call string) string { return alone(strings.ReplaceAll(call, "\n", " ")) }
	f.mid = func(call string) string { return mid(strings.ReplaceAll(call, "\n", " ")) }
	return f
}

func quoteFrames() []quoteFrame {
	return slices.Concat(markFrames(), lineFrames(), codeFrames())
}

// markFrames quote by marks before and behind.
func markFrames() []quoteFrame {
	return []quoteFrame{
		round("double quotes", `"`, `"`), apart("double quotes apart", `He wrote "`, `"`),
		round("single quotes", "'", "'"), apart("single quotes apart", "He wrote '", "'"),
		apart("double quotes, empty lines", "He wrote \"\n", "\n\""), apart("quotes alone, empty lines", "'\n", "\n'"),
		round("curly quotes", "“", "”"), apart("curly quotes apart", "“", "”"),
		round("curly single quotes", "‘", "’"), round("German quotes", "„", "“"), round("guillemets", "«", "»"),
		apart("guillemets apart", "«", "»"), round("German guillemets", "»", "«"), round("corner brackets", "「", "」"),
		round("three quotes", `"""`, `"""`), apart("docstring", "\"\"\"The form.\n", `"""`), apart("docstring'", "'''", "'''"),
		round("inline code", "`", "`"), round("inline code of two marks", "`` ", " ``"),
		round("a JSON string", `{"text": "`, `"}`), round("an assignment", `x = "`, `"`),
		round("HTML comment", "<!-- ", " -->"), apart("HTML comment apart", "<!--", "-->"),
		round("CDATA", "<![CDATA[", "]]>"), apart("HTML code", "<pre><code>", "</code></pre>"), round("code element", "<code>", "</code>"),
		apart("our own code", `<code="/w/README.md" #1:3>`, "</code>"), apart("blockquote element", "<blockquote>", "</blockquote>"),
		round("list element", "<ul><li>", "</li></ul>"), round("table element", "<tr><td>", "</td></tr>"),
		round("C comment", "/* ", " */"), apart("C comment apart", "/*", "*/"), apart("doc comment", "/**\n * Says:\n *", " */"),
	}
}

// lineFrames quote by what stands before each line.
func lineFrames() []quoteFrame {
	return []quoteFrame{
		eachLine("block quote", same("> ")), eachLine("block quote, close", same(">")), eachLine("block quote of two", same("> > ")),
		eachLine("block quote, lazy", bullet("> ")),
		eachLine("four blanks", same("    ")), eachLine("tab", same("\t")), eachLine("code of a list", same("      ")),
		eachLine("slashes", same("// ")), eachLine("slashes, close", same("//")), eachLine("hash", same("# ")), eachLine("hash, close", same("#")),
		eachLine("dashes", same("-- ")), eachLine("semicolons", same(";; ")), eachLine("percent", same("% ")), eachLine("doc stars", same(" * ")),
		eachLine("slashes behind code", same("x := 1 // ")), eachLine("hash behind code", same("x = 1  # ")),
		eachLine("dash", listItem("- ")), eachLine("star", listItem("* ")), eachLine("plus", listItem("+ ")), eachLine("bullet", listItem("• ")),
		eachLine("dash, lazy", bullet("- ")), eachLine("en dash", listItem("– ")), eachLine("task", listItem("- [ ] ")),
		eachLine("number", listItem("1. ")), eachLine("number, lazy", bullet("12) ")), eachLine("letter", listItem("a) ")), eachLine("bracketed number", listItem("(3) ")),
		eachLine("inner item", listItem("  - ")),
		eachLine("cat -n", numbered("%6d\t")), eachLine("line number and tab", numbered("%d\t")), eachLine("line number and colon", numbered("%d: ")),
		eachLine("line number and bar", numbered("%4d | ")), eachLine("line number and arrow", numbered("%d→")), eachLine("line number and blanks", numbered("%d  ")),
		eachLine("grep", numbered("docs/a.md:%d: ")), eachLine("grep, close", numbered("docs/a.md:%d:")), eachLine("grep around", numbered("docs/a.md-%d-")),
		eachLine("grep with column", numbered("a.md:%d:1:")), eachLine("read_file", numbered("     %d\t")), eachLine("grep in a heading", numbered("%d:")),
		eachLine("diff, added", same("+")), eachLine("diff, removed", same("-")), eachLine("prompt", same("$ ")),
		onOneLine(round("table", "| ", " |")), onOneLine(round("table of two", "| a | ", " |")), onOneLine(round("table without edges", "a | ", " | b")),
		onOneLine(round("table with head", "| a | b |\n|---|---|\n| x | ", " |")),
	}
}

// codeFrames are fences that hold no calls.
func codeFrames() []quoteFrame {
	var all []quoteFrame
	for _, language := range []string{"diff", "html", "go", "markdown", "js", "bash", "console", "log"} {
		all = append(all, apart("fence of "+language, "```"+language, "```"))
	}
	return append(all,
		apart("fence with prose", "```\nHe wrote:", "```"), apart("fence of four", "````md\n```", "```\n````"),
		eachLine("fence in a block quote", func(i int) string { return map[bool]string{true: "> ```\n> ", false: "> "}[i == 0] }),
		apart("fence of numbered lines", "```\n 1\t# Title", "```"), apart("fence in an item", "- ```", "  ```"),
	)
}

// quotedMessages gives all messages of the matrix of one call and one frame, by name.
func quotedMessages(d dialectSample, f quoteFrame) map[string]string {
	alone := f.alone(d.text)
	all := map[string]string{
		"alone, last":  "The README says:\n\n" + alone,
		"alone, more":  "The README says:\n\n" + alone + "\n\nThat is the form.\n",
		"alone, first": alone,
		"close":        "The README says:\n" + alone + "\n",
	}
	if f.mid != nil && !d.lines {
		all["in a line, last"] = "So it is.\n\n" + f.mid(d.text)
		all["in a line, more"] = "So it is.\n\n" + f.mid(d.text) + "\n\nThat is the form.\n"
	}
	return all
}

// TestQuotedCallsAreText goes through all dialects, frames and places.
func TestQuotedCallsAreText(t *testing.T) {
	o := Options{Tools: sampleTools()}
	tried, ran := 0, map[string]int{}
	for _, d := range dialectSamples() {
		for _, f := range quoteFrames() {
			for place, text := range quotedMessages(d, f) {
				tried++
				out := Parse(text, o)
				if len(out.Calls) > 0 {
					ran[f.name]++
					t.Errorf("%s in %s, %s: %q ran %+v", d.name, f.name, place, text, out.Calls)
				}
				if len(out.Calls)+len(out.Errors)+len(out.Warnings) == 0 && out.Text != text {
					t.Errorf("%s in %s, %s: text was lost (-want +got):\n%s", d.name, f.name, place, cmp.Diff(text, out.Text))
				}
				for _, size := range []int{1, 3, 17} {
					if diff := cmp.Diff(out, inPieces(text, o, Complete, size)); diff != "" {
						t.Errorf("%s in %s, %s: in pieces of %d (-whole +pieces):\n%s", d.name, f.name, place, size, diff)
					}
				}
			}
		}
	}
	t.Logf("%d messages of %d calls in %d frames; calls read by frame: %v", tried, len(dialectSamples()), len(quoteFrames()), ran)
}
