package neovim

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// proposeCode is Lua that asks about a change of a file, as the server does, and keeps the answer.
const proposeCode = `
	local path, new = ...
	local file = assert(io.open(path, 'rb'))
	local old = file:read('*a')
	file:close()
	require('ptk.app')
	coroutine.wrap(function()
		_G.answer = nil
		_G.answer = require('ptk.commands.approve').request({ conversationId = 'c', turnId = 't', toolCallId = path, tool = 'write_file',
			toolKind = new == '' and 'delete' or 'edit', title = 'Write it', args = vim.empty_dict(), risk = 'Changes it.',
			diff = { { uri = vim.uri_from_fname(path), newText = new,
				unified = '--- a/x\n+++ b/x\n' .. vim.diff(old, new, { ctxlen = 3 }) } } })
	end)()`

type answered struct {
	Decision string `msgpack:"decision"`
	Files    []struct {
		NewText string `msgpack:"newText"`
	} `msgpack:"files"`
}

// A review is drawn in any file and leaves it as it was: text, line ends, folds, undo tree, 'modified'.
func TestReviewOfAnyFile(t *testing.T) {
	type file struct{ old, proposed, shown string }
	long := strings.Repeat("long ", 1000)
	groups := []map[string]file{
		{
			"crlf.txt":   {"a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "B"},
			"no-end.txt": {"a\nb", "a\nb\nc", "c  (no line end)"},
			"empty.txt":  {"", "one\ntwo\n", "two"},
			"gone.txt":   {"a\nb\n", "", "deletes the file"},
		},
		{
			"wide.txt":     {"茶\tx\ne\u0301\n", "茶茶\tx\ne\u0301!\n", "茶茶"},
			"long.txt":     {long + "a\nb\n", long + "B\nb\n", "long long"},
			"hidden.txt":   {"a\n", "a\n\u202eevil\x1b[31m\n", "⟨U+202E⟩evil␛[31m"},
			"concealed.md": {"# T\n\n[a](b)\n\n```lua\nx = 1\n```\n", "# T\n\n[a](c)\n\n```lua\nx = 2\n```\n", "[a](c)"},
		},
	}
	for i, group := range groups {
		t.Run([]string{"ends", "texts"}[i], func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				files := map[string]string{"tea.txt": "tea\n"}
				for name, f := range group {
					files[name] = f.old
				}
				h := newHome(t, nil, files)
				e := edit(t, b, h, "tea.txt")
				e.command("set foldmethod=manual conceallevel=2 wrap")
				for _, name := range slices.Sorted(maps.Keys(group)) {
					f := group[name]
					e.command("edit " + name)
					e.keys("zE:silent! %fold<CR>")
					lua[bool](e, proposeCode+" return true", h.path(name), f.proposed)
					e.questionIsShown()
					e.command("Ptk review")
					e.shows(f.shown, true)
					if closed := lua[int](e, "return vim.fn.foldclosed('.')"); closed != -1 {
						t.Errorf("%s: the change is in a closed fold", name)
					}
					if level := lua[int](e, "return vim.wo.conceallevel"); level != 0 {
						t.Errorf("%s: text is concealed", name)
					}
					want, key := "reject", "ghR"
					if name < "f" || name == "long.txt" { // to accept takes longer
						time.Sleep(550 * time.Millisecond)
						want, key = "allow_once", "ghA"
					}
					e.keys(key)
					e.until(name+" is answered", "_G.answer ~= nil and vim.fn.maparg('ghA', 'n') == ''")
					if got := lua[answered](e, "return _G.answer"); got.Decision != want || got.Files != nil {
						t.Errorf("%s: the answer is %+v", name, got)
					}
					state := lua[bool](e, "return not vim.bo.modified and vim.fn.undotree().seq_last == 0 and vim.wo.conceallevel == 2")
					if !state || e.drawn() != "" || h.read(t, name) != f.old {
						t.Errorf("%s is not as it was: %v %q", name, state, e.drawn())
					}
				}
			})
		})
	}
}

// 200 changes of a file of 10,000 lines are drawn fast, and a key in it costs little.
func TestReviewOfALargeFile(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		var changed []int
		for i := range 200 {
			changed = append(changed, i*50+10)
		}
		h := newHome(t, nil, map[string]string{"tea.txt": numbered(10000)})
		e := edit(t, b, h, "tea.txt")
		lua[bool](e, proposeCode+" return true", h.path("tea.txt"), numbered(10000, changed...))
		e.questionIsShown()
		e.shows("line 9960: coffee", true)
		e.command("Ptk review")
		e.until("the review is on", "vim.fn.maparg('gha', 'n') ~= ''")
		took := lua[map[string]float64](e, `
			local list = require('ptk.view.review_list')
			local review = list.of_buffer(vim.api.nvim_get_current_buf()).review
			local function time(run)
				local began = vim.uv.hrtime()
				run()
				return (vim.uv.hrtime() - began) / 1e6
			end
			return { draw = time(function() review:draw() end), jump = time(function() review:go(100) end),
				check = time(function() review:check() end) }`)
		t.Logf("%s: ms %v", b.series, took)
		for what, limit := range map[string]float64{"draw": 1000, "jump": 100, "check": 1000} {
			if took[what] > limit {
				t.Errorf("%s takes %.0f ms", what, took[what])
			}
		}
		time.Sleep(550 * time.Millisecond)
		e.keys("150gh?q150]h")
		e.keys("ghrghA")
		e.until("it is answered", "_G.answer ~= nil")
		got := lua[answered](e, "return _G.answer")
		if len(got.Files) != 1 || strings.Count(got.Files[0].NewText, "coffee") != 199 {
			t.Errorf("the answer is %s with %d files", got.Decision, len(got.Files))
		}
	})
}

// Before it is entered a review maps nothing and takes nothing: dot, macros and the user's other keys work as ever. While the
// question comes up, typing goes on.
func TestDrawnReviewLeavesTheKeysAlone(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Stream(llmtest.Text("Wait. "), llmtest.Gate(open),
				llmtest.Text(call("edit_file", `{"path": "tea.txt", "old_string": "line 5: tea", "new_string": "line 5: coffee"}`))),
			llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": numbered(9)})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Change it.")
		e.waitForText("Wait.")
		e.keys("5GA")
		close(open)
		e.questionIsShown()
		e.keys(" one two<Esc>gg.")
		if got := lua[[]string](e, "return { vim.fn.getline(5), vim.fn.getline(1), vim.api.nvim_get_mode().mode, vim.fn.maparg('gha', 'n') }"); !slices.Equal(
			got, []string{"line 5: tea one two", "line 1: tea one two", "n", ""},
		) {
			t.Errorf("lines, mode, map: %q", got)
		}
		e.keys("uu")
		e.shows("line 5: coffee", true)
		e.until("the text is as it was", "vim.fn.getline(5) == 'line 5: tea'")
		e.waitForQuestion()
		e.keys("r")
		e.waitForText("Well.")
	})
}
