package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// quotation is a way of quoting a call.
type quotation struct {
	name string
	// alone returns the quoted call on lines of its own; mid in a line of prose, nil if it can't be quoted there.
	alone, mid func(call string) string
}

// round puts marks around the call.
func round(name, before, after string) quotation {
	return quotation{
		name:  name,
		alone: func(call string) string { return before + call + after },
		mid:   func(call string) string { return "He wrote " + before + call + after + " there" },
	}
}

// apart puts marks on lines of their own before and after the call.
func apart(name, before, after string) quotation {
	return quotation{name: name, alone: func(call string) string { return before + "\n" + call + "\n" + after }}
}

// eachLine puts a mark before each line.
func eachLine(name string, mark func(line int) string) quotation {
	lines := func(s string) string {
		all := strings.Split(s, "\n")
		for i := range all {
			all[i] = mark(i) + all[i]
		}
		return strings.Join(all, "\n")
	}
	return quotation{
		name:  name,
		alone: lines,
		mid:   func(call string) string { return lines("He wrote " + call + " there") },
	}
}

// same returns the same mark for each line.
func same(mark string) func(int) string { return func(int) string { return mark } }

// listItem returns a mark for the first line, and blanks of its width for the others.
func listItem(mark string) func(int) string {
	return func(i int) string {
		if i > 0 {
			return strings.Repeat(" ", len([]rune(mark)))
		}
		return mark
	}
}

// bullet returns a mark for the first line only.
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

// onOneLine is for quotations that can't contain a line break.
func onOneLine(f quotation) quotation {
	alone, mid := f.alone, f.mid
	f.alone = func(call string) string { return alone(strings.ReplaceAll(call, "\n", " ")) }
	f.mid = func(call string) string { return mid(strings.ReplaceAll(call, "\n", " ")) }
	return f
}

func quotations() []quotation {
	return slices.Concat(markQuotations(), lineQuotations(), codeQuotations())
}

// markQuotations quote with marks before and after the call.
func markQuotations() []quotation {
	return []quotation{
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

// lineQuotations quote with marks before each line.
func lineQuotations() []quotation {
	return []quotation{
		eachLine("block quote", same("> ")), eachLine("block quote, close", same(">")), eachLine("block quote of two", same("> > ")),
		eachLine("block quote, lazy", bullet("> ")),
		eachLine("four blanks", same("    ")), eachLine("tab", same("\t")), eachLine("code of a list", same("      ")),
		eachLine("slashes", same("// ")), eachLine("slashes, close", same("//")), eachLine("hash", same("# ")),
		eachLine("hash, close", same("#")),
		eachLine("dashes", same("-- ")), eachLine("semicolons", same(";; ")), eachLine("percent", same("% ")),
		eachLine("doc stars", same(" * ")),
		eachLine("slashes behind code", same("x := 1 // ")), eachLine("hash behind code", same("x = 1  # ")),
		eachLine("dash", listItem("- ")), eachLine("star", listItem("* ")), eachLine("plus", listItem("+ ")), eachLine("bullet",
			listItem("• ")),
		eachLine("dash, lazy", bullet("- ")), eachLine("en dash", listItem("– ")), eachLine("task", listItem("- [ ] ")),
		eachLine("number", listItem("1. ")), eachLine("number, lazy", bullet("12) ")), eachLine("letter", listItem("a) ")),
		eachLine("bracketed number", listItem("(3) ")),
		eachLine("inner item", listItem("  - ")),
		eachLine("cat -n", numbered("%6d\t")), eachLine("line number and tab", numbered("%d\t")), eachLine("line number and colon",
			numbered("%d: ")),
		eachLine("line number and bar", numbered("%4d | ")), eachLine("line number and arrow", numbered("%d→")),
		eachLine("line number and blanks", numbered("%d  ")),
		eachLine("grep", numbered("docs/a.md:%d: ")), eachLine("grep, close", numbered("docs/a.md:%d:")), eachLine("grep around",
			numbered("docs/a.md-%d-")),
		eachLine("grep with column", numbered("a.md:%d:1:")), eachLine("read_file", numbered("     %d\t")),
		eachLine("grep in a heading", numbered("%d:")),
		eachLine("diff, added", same("+")), eachLine("diff, removed", same("-")), eachLine("prompt", same("$ ")),
		onOneLine(round("table", "| ", " |")), onOneLine(round("table of two", "| a | ", " |")),
		onOneLine(round("table without edges", "a | ", " | b")),
		onOneLine(round("table with head", "| a | b |\n|---|---|\n| x | ", " |")),
	}
}

// codeQuotations are fences that contain no calls.
func codeQuotations() []quotation {
	var all []quotation
	for _, language := range []string{"diff", "html", "go", "markdown", "js", "bash", "console", "log"} {
		all = append(all, apart("fence of "+language, "```"+language, "```"))
	}
	return append(all,
		apart("fence with prose", "```\nHe wrote:", "```"), apart("fence of four", "````md\n```", "```\n````"),
		eachLine("fence in a block quote", func(i int) string { return map[bool]string{true: "> ```\n> ", false: "> "}[i == 0] }),
		apart("fence of numbered lines", "```\n 1\t# Title", "```"), apart("fence in an item", "- ```", "  ```"),
	)
}

// quotedMessages returns messages that contain a call in a quotation, by name.
func quotedMessages(d dialectSample, f quotation) map[string]string {
	alone := f.alone(d.Text)
	all := map[string]string{
		"alone, last":  "The README says:\n\n" + alone,
		"alone, more":  "The README says:\n\n" + alone + "\n\nThat is the form.\n",
		"alone, first": alone,
		"close":        "The README says:\n" + alone + "\n",
	}
	if f.mid != nil && d.Kind != "lines" {
		all["in a line, last"] = "So it is.\n\n" + f.mid(d.Text)
		all["in a line, more"] = "So it is.\n\n" + f.mid(d.Text) + "\n\nThat is the form.\n"
	}
	return all
}

// Calls of all dialects are text in all quotations, wherever they are in the message.
func TestQuotedCallsAreText(t *testing.T) {
	o := Options{Tools: sampleTools()}
	tried, ran := 0, map[string]int{}
	for _, d := range dialectSamples() {
		for _, f := range quotations() {
			for place, text := range quotedMessages(d, f) {
				tried++
				out := Parse(text, o)
				if len(out.Calls) > 0 {
					ran[f.name]++
					t.Errorf("%s in %s, %s: %q ran %+v", d.Name, f.name, place, text, out.Calls)
				}
				if len(out.Calls)+len(out.Errors)+len(out.Warnings) == 0 && out.Text != text {
					t.Errorf("%s in %s, %s: text was lost (-want +got):\n%s", d.Name, f.name, place, cmp.Diff(text, out.Text))
				}
				for _, size := range []int{1, 3, 17} {
					if diff := cmp.Diff(out, inPieces(text, o, Complete, size)); diff != "" {
						t.Errorf("%s in %s, %s: in pieces of %d (-whole +pieces):\n%s", d.Name, f.name, place, size, diff)
					}
				}
			}
		}
	}
	t.Logf("%d messages of %d calls in %d quotations; calls read by quotation: %v", tried, len(dialectSamples()), len(quotations()), ran)
}
