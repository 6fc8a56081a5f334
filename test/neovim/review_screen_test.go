package neovim

import (
	"fmt"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// teapot is a file with what is hard to draw: tabs, wide characters, a long line.
const teapot = "package tea\n\n// Place is where the teapot is.\nconst Place = \"shelf\"\n\nfunc pour() {\n\tfor i := range 3 {\n\t\tfill(i, \"茶\")\n" +
	"\t}\n}\n"

// newTeapot changes it at the top, in the middle and at the end.
const newTeapot = "// Package tea makes tea; 茶 is what it is called in other places, where people drink it without milk and " +
	"sugar and from smaller cups.\npackage tea\n\n// Place is where the teapot is.\nconst Place = \"roof\"\n\nfunc pour() {\n\tfor i := range 4 {\n" +
	"\t\tfill(i, \"绿茶\")\t// green\n\t}\n}\n\nfunc drink() {}\n"

func showReview(t *testing.T, b bed, columns int) *screen {
	t.Helper()
	model := llmtest.New(t,
		llmtest.Say(call("read_file", `{"path": "tea.go"}`)),
		llmtest.Say(call("write_file", fmt.Sprintf(`{"path": "tea.go", "content": %q}`, newTeapot))), llmtest.Say("Well."))
	h := newHome(t, model, map[string]string{"tea.go": teapot})
	s := show(t, b, h, "tea.go", columns)
	s.keys(":set shiftwidth=4 tabstop=4 number", "Enter")
	s.keys(":Ptk ask Change it.", "Enter")
	s.until("ptk asks")
	return s
}

func TestReviewScreens(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		s := showReview(t, b, 100)
		s.keys(":Ptk review", "Enter")
		s.until("gha accept")
		s.matches("review-top")
		s.keys("]h")
		s.until("change 2 of 4  gha")
		s.keys("]h")
		s.until("change 3 of 4  gha")
		s.matches("review")
		time.Sleep(600 * time.Millisecond)
		s.keys("ghr")
		s.until("left out")
		s.keys("ghe")
		s.until(":w takes the new")
		s.matches("review-edit")
		s.keys(":q", "Enter")
		s.keys("ghd")
		s.until("as it would be")
		s.matches("review-sides")
		s.keys("ghR")
		s.until("Well.")
	})
}

func TestNarrowReview(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		s := showReview(t, b, 64)
		s.keys(":set nonumber signcolumn=no", "Enter", ":Ptk review", "Enter")
		s.until("gha accept")
		s.matches("review-narrow")
		s.keys("gh?")
		s.until("keys of the review")
		s.matches("review-keys")
		s.keys("q", "ghq")
		s.until("the changes wait")
		s.keys(":Ptk approve", "Enter")
		s.until("reject")
		s.keys("r")
		s.until("Well.")
	})
}
