package llm_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
)

func TestClosestNames(t *testing.T) {
	names := []string{"gpt-5", "gpt-5-mini", "o4-mini", "text-embedding-3"}
	for want, closest := range map[string][]string{
		"gpt5-mini": {"gpt-5-mini", "o4-mini"},
		"GPT-5":     {"gpt-5", "gpt-5-mini"},
		"":          {"gpt-5", "gpt-5-mini"},
	} {
		if diff := cmp.Diff(closest, llm.ClosestNames(want, names, 2)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", want, diff)
		}
	}
	if got := llm.ClosestNames("x", nil, 3); len(got) != 0 {
		t.Errorf("closest of no names: %v", got)
	}
}

func TestError(t *testing.T) {
	cause := errors.New("cause")
	err := &llm.Error{Kind: llm.KindRate, Provider: "openai", Status: 429, Message: "slow down", Cause: cause}
	if got := err.Error(); got != "openai: slow down (HTTP 429)" {
		t.Error(got)
	}
	if !errors.Is(fmt.Errorf("asking: %w", err), cause) || !err.Temporary() {
		t.Error("the cause is lost, or the error is not temporary")
	}
	for _, kind := range []llm.Kind{llm.KindAuth, llm.KindModel, llm.KindRequest, llm.KindOverflow} {
		if (&llm.Error{Kind: kind}).Temporary() {
			t.Errorf("%s is temporary", kind)
		}
	}
}

func TestCallsFunctions(t *testing.T) {
	for model, want := range map[string]bool{
		"gpt-5-mini": true, "openai/gpt-4.1": true, "o4-mini": true, "claude-sonnet-4-5": true, "models/gemini-2.5-flash": true,
		"openai/gpt-oss-120b": true, "moonshotai/kimi-k2-instruct": true, "qwen3-coder-480b": true,
		"gpt-oss:120b": false, "gpt-oss-20b": false, "qwen3:8b": false, "llama-3.1-8b-instant": false, "gemma-3-27b": false, "deepseek-r1": false,
		"gpt-3.5-turbo": false, "test-model": false, "": false, "search": false, "qwen3-coder:30b": false,
	} {
		if got := llm.CallsFunctions(model); got != want {
			t.Errorf("%q: %v", model, got)
		}
	}
}
