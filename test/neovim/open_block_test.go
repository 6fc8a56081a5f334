package neovim

import (
	"testing"

	"ptk-lsp/llm/llmtest"
)

// What an answer leaves open where it was stopped does not swallow what comes after it: the last block of the text is the quote.
func TestOpenBlocksAreClosed(t *testing.T) {
	texts := []string{
		"plain", "```go\nx", "````\n```\nx", "~~~\n```\nx", "```\nx\n```\nafter", "  ```\nx", "- item\n  ```go\n  x",
		"1. item\n   ```go\n   x",
		"- a\n  - b\n    ```go\n    x\n\n    y", "> quoted\n> ```\n> x", "> quoted\nlazy", "| a | b |\n|---|---|\n| 1 |",
		"<!-- a\n\nb", "<!-- a --> b\n<!--\n-->", "<pre>\n\nx", "<PRE class=x>\n\n</pre>", "<script>\n\nx", "<?php\n\nx", "<details>\n<summary>x",
		"a `code", "**bold", "[link](http", "- [ ] task\n\n      indented", "# Heading", "x\n===", "$$\nx",
	}
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		for _, text := range texts {
			got := lua[string](e, `
				local text = ...
				local ending = require('ptk.base.open_block').ending(text)
				text = text .. (ending and '\n' .. ending or '') .. '\n\n> Stopped.\n'
				local root = vim.treesitter.get_string_parser(text, 'markdown'):parse()[1]:root()
				local node = root
				while node:named_child_count() > 0 do
					node = node:named_child(node:named_child_count() - 1)
					if node:type() ~= 'section' then break end
				end
				return node:type()`, text)
			if got != "block_quote" {
				t.Errorf("after %q there is a %s", text, got)
			}
		}
	})
}

// A table and a list that a stop cuts off end before what follows.
func TestCutTableEnds(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("| a | b |\n|---|---|\n| 1 "), llmtest.Silence()),
			llmtest.Stream(llmtest.Text("- item\n  ```go\n  Fill"), llmtest.Silence()))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		for _, c := range [][2]string{
			{"| 1", "|---|---|\n| 1\n\n> Stopped.\n\n## You"}, {"Fill", "\n  ```go\n  Fill\n  ```\n\n> Stopped.\n\n## You"},
		} {
			e.command("PtkAsk Go on.")
			e.waitForText(c[0])
			e.command("PtkStop")
			e.waitForText(c[1])
			e.waitIdle()
		}
	})
}
