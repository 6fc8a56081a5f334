package neovim

import (
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestPartsOfAChangeAreLeftOut(t *testing.T) {
	lines := func(changed ...int) string {
		var text strings.Builder
		for i := range 30 {
			word := "tea"
			for _, c := range changed {
				if c == i {
					word = "coffee"
				}
			}
			fmt.Fprintf(&text, "line %d: %s\n", i, word)
		}
		return text.String()
	}
	inEach(t, func(t *testing.T, b bed) {
		edit1 := fmt.Sprintf(`{"path": "tea.txt", "content": %q}`, lines(2, 4, 15, 28))
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)), llmtest.Say(call("write_file", edit1)), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": lines()})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Coffee, please.")
		e.waitForQuestion()
		e.keys("/coffee<CR>x")  // one line of a hunk
		e.keys("/line 15<CR>x") // and a hunk
		e.keys("a")
		e.waitForText("Well.")
		e.waitIdle()
		if got, want := h.read(t, "tea.txt"), lines(4, 28); got != want {
			t.Errorf("the file holds\n%s", got)
		}
		received := model.Requests()[2].Last().Content
		if !strings.Contains(received, "user") {
			t.Errorf("the model did not learn that the user changed the edit:\n%s", received)
		}
	})
}

// Without all parts of a diff the text is the old one, without none of them the new one.
func TestPartsOfAnyChange(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		got := lua[string](e, `
			local hunks = require('ptk.base.hunks')
			math.randomseed(1)
			local function text(ending)
				local lines = {}
				for i = 1, math.random(0, 30) do
					lines[i] = ({ 'a', 'b', '', '-- c', '++ d', '@@ e' })[math.random(6)]
				end
				return table.concat(lines, ending) .. (math.random(3) > 1 and #lines > 0 and ending or '')
			end
			for i = 1, 2000 do
				local ending = i % 4 == 0 and '\r\n' or '\n'
				local old, new = text(ending), text(ending)
				local diff = '--- a/x\n+++ b/x\n' .. vim.diff(old, new, { ctxlen = math.random(0, 3) })
				local parts = hunks.parts(vim.split((diff:gsub('\n$', '')), '\n', { plain = true }))
				local all = hunks.without(new, parts, function() return true end)
				local none = hunks.without(new, parts, function() return false end)
				local some = hunks.without(new, parts, function() return math.random(2) == 1 end)
				if all ~= old or none ~= new or not some then
					return vim.inspect({ i = i, old = old, new = new, diff = diff, all = all, some = some })
				end
			end
			return 'good'`)
		if got != "good" {
			t.Error(got)
		}
	})
}
