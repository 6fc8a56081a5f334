package prompt_test

import (
	"testing"

	"ptk-lsp/ptk/prompt"
)

func TestCounterLearn(t *testing.T) {
	c := prompt.NewCounter()
	c.Learn("m", 1000, 10) // can't be of the same request
	if n := c.Tokens("m", 1000); n != 1000 {
		t.Errorf("%d", n)
	}
	c.Learn("m", 1000, 1200)
	if n := c.Tokens("m", 1000); n != 1200 {
		t.Errorf("too low an estimate was not corrected at once: %d", n)
	}
	c.Learn("m", 1000, 1000)
	if n := c.Tokens("m", 1000); n != 1160 {
		t.Errorf("one low count changed too much: %d", n)
	}
}
