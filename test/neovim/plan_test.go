package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// teaPlan is a call that proposes a plan of two steps.
var teaPlan = call("update_plan", `{"entries": [{"content": "Boil the water", "priority": "high", "status": "pending"}, `+
	`{"content": "Fill the pot", "priority": "medium", "status": "pending"}]}`)

// planned starts a Neovim whose chat shows that plan.
func planned(t *testing.T, b bed) (*editor, *llmtest.Server) {
	t.Helper()
	model := llmtest.New(t, llmtest.Say(teaPlan), llmtest.Say("That is the plan."), llmtest.Say("Tea is ready."))
	e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
	e.command("PtkMode plan")
	e.command("Ptk")
	e.send("Make tea.", "That is the plan.")
	e.waitForText("≡ Plan · 0 of 2 done")
	return e, model
}

// editPlan opens the plan and adds a step.
func (e *editor) editPlan(step string) {
	e.t.Helper()
	e.command("PtkPlan edit")
	e.until("the plan is shown", "vim.bo.buftype == 'acwrite' and vim.fn.getline(2) == '- Fill the pot'")
	e.keys("Go" + step + "<Esc>")
}

func TestPlanIsEditedAndCarriedOut(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e, model := planned(t, b)
		e.editPlan("Warm the cup")
		e.keys("<CR>")
		e.waitForText("Tea is ready.")
		e.waitIdle()
		requests := model.Requests()
		asked := string(requests[len(requests)-1].Body)
		for _, want := range []string{"Boil the water", "Warm the cup"} {
			if !strings.Contains(asked, want) {
				t.Errorf("the model did not receive %q:\n%s", want, asked)
			}
		}
		if !strings.Contains(e.chat(), "## You\nCarry out the plan.\n") {
			t.Errorf("the chat does not show it:\n%s", e.chat())
		}
		if n := lua[int](e, "return vim.fn.bufexists('ptk://plan')"); n != 0 {
			t.Error("the plan's window is still there")
		}
	})
}

// A plan is shown open; :w takes over what the user has changed, :q! discards it.
func TestPlanIsWrittenLikeAFile(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e, model := planned(t, b)
		if open := lua[bool](e, `vim.cmd('normal! zX')
			local at = vim.fn.search([[\[ \] Fill the pot]], 'w')
			return at > 0 and vim.fn.foldclosed(at) == -1`); !open {
			t.Errorf("the plan is folded:\n%s", e.chat())
		}
		e.editPlan("Break the cup")
		e.command("q!")
		e.until("the plan is closed", "vim.fn.bufexists('ptk://plan') == 0")
		e.editPlan("Warm the cup")
		e.command("1delete")
		e.command("write")
		e.waitForText("[ ] Warm the cup")
		e.command("%delete")
		e.command("write")
		e.until("an empty plan is refused", "vim.fn.execute('messages'):find('at least one step') ~= nil and vim.bo.modified")
		e.command("q!")
		e.until("the plan is closed", "vim.fn.bufexists('ptk://plan') == 0")
		if chat := e.chat(); strings.Contains(chat, "[ ] Boil") || strings.Contains(chat, "Break") || !strings.Contains(chat, "of 2 done") {
			t.Errorf("the chat shows another plan:\n%s", chat)
		}
		e.command("PtkPlan")
		e.waitForText("Tea is ready.")
		e.waitIdle()
		requests := model.Requests()
		asked := requests[len(requests)-1].Last().Content
		if !strings.Contains(asked, "Warm the cup") || strings.Contains(asked, "Boil") || strings.Contains(asked, "Break") {
			t.Errorf("the model received another plan:\n%s", asked)
		}
	})
}

// The window of a plan with changes closes only after a question. Without a UI Neovim would answer it itself.
func TestPlanWithChangesAsks(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(teaPlan), llmtest.Say("That is the plan."))
		s := show(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt", 90)
		s.keys(":Ptk mode plan", "Enter", ":Ptk ask Make tea.", "Enter")
		s.until("That is the plan.")
		s.until("ready")
		s.keys(":Ptk plan edit", "Enter")
		s.until("takes the plan")
		s.keys("Go", "Warm the cup", "Escape", ":q", "Enter")
		s.until("Save changes to")
		s.keys("c")
		s.until("takes the plan")
		s.keys(":q", "Enter")
		s.until("Save changes to")
		s.keys("y")
		s.until("[ ] Warm the cup")
		s.until("the plan has 3 steps")
	})
}
