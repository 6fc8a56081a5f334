package gemini_test

import (
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) { llmtest.TestProvider(t, gemini.Kind(), llmtest.LacksWritten) }

func FuzzAnswer(f *testing.F) { llmtest.FuzzAnswer(f, gemini.Kind()) }
