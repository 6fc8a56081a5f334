package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// looksOf is Lua that returns the lines of a buffer, each with the texts that have a highlight of the plugin below it.
const looksOf = `
	local buf, lines = ..., {}
	for row, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
		table.insert(lines, line)
		for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf, -1, { row - 1, 0 }, { row - 1, -1 }, { details = true })) do
			local from, details = mark[3], mark[4]
			if details.hl_group then
				local to = details.end_row == row - 1 and details.end_col or #line
				table.insert(lines, ('\t%s: %s'):format(details.hl_group, line:sub(from + 1, to)))
			end
			for _, chunk in ipairs(details.virt_text or {}) do
				table.insert(lines, ('\t%s: after the line: %s'):format(chunk[2], chunk[1]))
			end
		end
	end
	return lines`

// looks returns the lines of a buffer with their highlights.
func (e *editor) looks(buffer string) string {
	e.t.Helper()
	lines := lua[[]string](e, strings.Replace(looksOf, "= ...,", "= "+buffer+",", 1))
	return durations.ReplaceAllString(strings.Join(lines, "\n"), "· TIME") + "\n"
}

// The highlights of the chat and of a question, in both versions.
func TestLooks(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)+call("read_file", `{"path": "nothing.txt"}`)),
			llmtest.Say(call("edit_file", `{"path": "tea.txt", "edits": [{"old_string": "one", "new_string": "1"}, `+
				`{"old_string": "nine", "new_string": "9"}]}`)), llmtest.Say("Done."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n"}), "tea.txt")
		e.command("Ptk ask In figures.")
		e.waitForQuestion()
		e.keys("/+1<CR>x")
		e.until("a part is left out", footerHas("skip part"))
		compareScreen(t, "looks-question", e.looks("vim.api.nvim_get_current_buf()"))
		compareScreen(t, "looks-chat-waits", e.looks("vim.fn.bufnr('ptk://chat')"))
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		compareScreen(t, "looks-chat", e.looks("vim.fn.bufnr('ptk://chat')"))
	})
}
