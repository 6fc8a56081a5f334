package notation

import "testing"

// A call after a line that opens an excerpt in another form than Markdown's may be quoted, so it is not exact.
func TestExcerptsAreNotExact(t *testing.T) {
	for _, opening := range []string{
		`\begin{verbatim}`, `\begin{lstlisting}[language=xml]`, `\begin{quote}`, "[source,xml]\n----", "....", "++++", "====",
		"[quote, README]\n____",
		"#+BEGIN_SRC xml", "#+begin_example", ":::  example", "{code:xml}", "{noformat}", "{quote}", "[code]", "[quote=bob]", ".nf", "@example",
		"=begin", "=pod\n", "{-", "(*", "{#", "<%#", "<#", "--[[", "x = [[", `let s = r#"`, "<<<<<<< HEAD", "cat > a.md <<'EOF'",
		"cat <<EOF", "%%html",
		"On Mon, 3 Feb 2025, Bob <bob@x.org> wrote:\n", "-----Original Message-----\nFrom: Bob\nSubject: x\n", "-----BEGIN FILE-----",
		"=== BEGIN README.md ===", "--- 8< ---", "==> README.md <==", "<output>", `<file path="a.md">`, `<div class="code">`, "<log>\n",
		"<details>\n<summary>Example</summary>\n", "<template>", "<nowiki>", "<syntaxhighlight lang=\"xml\">",
		"<dl><dt>Call</dt>\n<dd>", "<figure>",
	} {
		for _, d := range dialectSamples() {
			for _, end := range []string{"", "\nThe end of it.\n"} {
				text := "The README says:\n\n" + opening + "\n" + d.Text + end
				for _, call := range Parse(text, Options{Tools: sampleTools()}).Calls {
					if !call.Loose {
						t.Errorf("%s: %q contains the exact call %+v", d.Name, text, call)
					}
				}
			}
		}
	}
}

// Prose that models write before calls leaves them exact.
func TestProseOpensNoExcerpt(t *testing.T) {
	for _, prose := range []string{
		"I look:", "Let me see.\n", "# Plan", "**Step 1**", "---", "***", "1. Look", "- Look at it", "</think>",
		"I write `cat << x`.", "See [it](a.md):",
		"| a | b |\n|---|---|\n| 1 | 2 |\n", "```go\nx := 1\n```", "a < b, and b > c.", "(I look first.)", "Is `<div>` open?",
	} {
		text := prose + "\n<PTK_CALL>{\"tool\": \"bash\", \"args\": {\"command\": \"x\"}}</PTK_CALL>"
		if out := Parse(text, Options{Tools: sampleTools()}); len(out.Calls) != 1 || out.Calls[0].Loose {
			t.Errorf("%q: want one exact call, got %+v", text, out)
		}
	}
}
