package anthropic_test

import (
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) { llmtest.TestProvider(t, anthropic.Kind()) }

func FuzzAnswer(f *testing.F) { llmtest.FuzzAnswer(f, anthropic.Kind()) }
