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
		t.Errorf("of none: %v", got)
	}
}

func TestError(t *testing.T) {
	cause := errors.New("cause")
	err := &llm.Error{Kind: llm.KindRate, Provider: "openai", Status: 429, Message: "slow down", Cause: cause}
	if got := err.Error(); got != "openai: slow down (HTTP 429)" {
		t.Error(got)
	}
	if !errors.Is(fmt.Errorf("asking: %w", err), cause) || !err.Temporary() {
		t.Error("the cause is lost, or it is for good")
	}
	for _, kind := range []llm.Kind{llm.KindAuth, llm.KindModel, llm.KindRequest, llm.KindOverflow} {
		if (&llm.Error{Kind: kind}).Temporary() {
			t.Errorf("%s passes by itself", kind)
		}
	}
}
