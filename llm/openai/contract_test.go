package openai_test

import (
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
)

func TestContract(t *testing.T) { llmtest.TestProvider(t, openai.Kind()) }

func FuzzAnswer(f *testing.F) { llmtest.FuzzAnswer(f, openai.Kind()) }
