package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestStatusline(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("It is "), llmtest.Gate(open), llmtest.Text("green.")),
			llmtest.Say(call("write_file", `{"path": "%{cup}.txt", "content": "full\n"}`)), llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command(`set laststatus=3 | set statusline=%f\ [%{v:lua.require'ptk'.statusline()}]`)
		shown := func() string {
			return lua[string](e, "return vim.api.nvim_eval_statusline(vim.o.statusline, {}).str")
		}
		if got := shown(); !strings.Contains(got, "[]") {
			t.Errorf("before the first use it is %q", got)
		}
		if state := lua[any](e, "return require('ptk').state()"); state != nil {
			t.Errorf("before the first use the state is %v", state)
		}
		e.command("Ptk ask Which tea?")
		e.waitForText("It is")
		if got := shown(); !strings.Contains(got, "[● ") {
			t.Errorf("while an answer is written it is %q", got)
		}
		close(open)
		e.waitIdle()
		e.until("the model and the context are shown", `vim.api.nvim_eval_statusline(vim.o.statusline, {}).str
			:find('%[ready · openai/test%-model · [%d.]+k?/?%d*k?') ~= nil`)
		e.command("Ptk mode plan")
		e.until("the mode is shown", "require('ptk').statusline({ parts = { 'state', 'mode' } }) == 'ready · plan'")
		e.command("Ptk mode agent")
		e.command("Ptk ask Fill a cup.")
		e.questionIsShown()
		e.until("it waits", "require('ptk').state().state == 'waiting'")
		if got := shown(); !strings.Contains(got, "[? waits for your answer") || strings.Count(got, "%") > 0 {
			t.Errorf("with a question it is %q", got)
		}
		e.command(`lua require('ptk').answer('reject')`)
		e.waitForText("Done.")
		wrong := lua[string](e, "return select(2, pcall(require('ptk').statusline, { parts = { 'modle' } }))")
		if !strings.Contains(wrong, "did you mean mode?") && !strings.Contains(wrong, "did you mean model?") {
			t.Errorf("a wrong part: %s", wrong)
		}
	})
}

// The cost is that of the conversation since Neovim was started.
func TestStatuslineSumsTheCost(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.ask("Where is the tea?", "offline/search")
		e.command("lua for _ = 1, 2 do vim.api.nvim_exec_autocmds('User', { pattern = 'PtkTurnEnd', data = { " +
			"conversation_id = require('ptk').state().conversation_id, success = true, model = 'p/100%{x}', usage = { costUsd = 0.755 } } }) end")
		e.until("the cost is shown", "require('ptk').statusline({ parts = { 'model', 'cost' } }) == 'offline/search · $1.51'"+
			" or require('ptk').statusline({ parts = { 'model', 'cost' } }) == 'p/100％{x} · $1.51'")
	})
}
