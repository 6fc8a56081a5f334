package neovim

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// A server that the user stops stays stopped; the chat says so, and the next message starts it and goes on with the conversation.
func TestServerIsStopped(t *testing.T) {
	stops := map[string]string{
		"stop_client": "lua vim.lsp.stop_client(vim.lsp.get_clients({ name = 'ptk' }))",
		"force":       "lua vim.lsp.stop_client(vim.lsp.get_clients({ name = 'ptk' }), true)",
		":lsp stop":   "lsp stop ptk",
		"enable":      "lua vim.lsp.enable('ptk', false)",
	}
	for name, stop := range stops {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				if b.series == "0.10" && !strings.Contains(stop, "stop_client") {
					return // came with 0.11 and 0.12
				}
				model := llmtest.New(t, llmtest.Say("Green."), llmtest.Stream(llmtest.Text("I brew. "), llmtest.Silence()), llmtest.Say("Hot."))
				e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
				e.ask("Which tea?", "Green.")
				e.command("PtkAsk Brew it.")
				e.waitForText("I brew.")
				e.command(stop)
				e.waitForText("> **the server was stopped**\n> The conversation is saved: :Ptk continue goes on.")
				e.waitIdle()
				const clients = "#vim.lsp.get_clients({ name = 'ptk' })"
				e.until("no client is left", clients+" == 0")
				time.Sleep(700 * time.Millisecond) // a crashed one starts again after 500
				e.command("Ptk")
				e.keys("i@te<Esc>ddi<Esc>") // completing does not start it
				if n := lua[int](e, "return "+clients); n != 0 {
					t.Errorf("%d servers are back", n)
				}
				messages := lua[string](e, "return vim.fn.execute('messages')")
				if !strings.Contains(messages, "the server was stopped; the next message") {
					t.Errorf("the user is not told:\n%s", messages)
				}
				e.ask("How is it?", "Hot.")
				requests := model.Requests()
				if asked := string(requests[len(requests)-1].Body); !strings.Contains(asked, "Which tea?") || !strings.Contains(asked, "Brew it.") {
					t.Errorf("another conversation was continued:\n%s", asked)
				}
			})
		})
	}
}

// A restart by Neovim goes on with the same conversation, with one server.
func TestServerIsRestarted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		restart := "lsp restart ptk"
		if b.series == "0.10" { // as nvim-lspconfig's :LspRestart does
			restart = "lua local c = vim.lsp.get_clients({ name = 'ptk' })[1] c.stop() vim.defer_fn(function() " +
				"vim.lsp.start(c.config, { reuse_client = function() return false end }) end, 500)"
		}
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Hot."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.ask("Which tea?", "Green.")
		id := lua[int](e, "return vim.lsp.get_clients({ name = 'ptk' })[1].id")
		e.command(restart)
		e.until("another client has the file", `vim.iter(vim.lsp.get_clients({ name = 'ptk', bufnr = vim.fn.bufnr('tea.txt') }))`+
			fmt.Sprintf(`:any(function(client) return client.id > %d and client.initialized == true end)`, id))
		if messages := lua[string](e, "return vim.fn.execute('messages')"); b.series != "0.10" && strings.Contains(messages, "stopped") {
			t.Errorf("the user is told that it was stopped:\n%s", messages)
		}
		e.ask("How is it?", "Hot.")
		if asked := string(model.Requests()[1].Body); !strings.Contains(asked, "Which tea?") {
			t.Errorf("another conversation was continued:\n%s", asked)
		}
		if n := lua[int](e, "return #vim.lsp.get_clients({ name = 'ptk' })"); n != 1 {
			t.Errorf("there are %d servers", n)
		}
	})
}
