package questions

import "testing"

func TestThisRepository(t *testing.T) {
	run(t, repository(t), []asked{
		{"Which Go version does go.mod ask for?", []want{at("go.mod", "go 1.")}},
		{"What is the module path?", []want{text("**ptk-lsp**"), at("go.mod", "module ptk-lsp")}},
		{"Which version of go-cmp do we use?", []want{at("go.mod", "github.com/google/go-cmp")}},
		{"Where is ErrTooLong declared?", []want{at("llm/sse/sse.go", "var ErrTooLong")}},
		{"How does the llm.Provider interface look?", []want{at("llm/llm.go", "type Provider interface")}},
		{"What is in llm/errors.go?", []want{at("llm/errors.go", "type Error struct")}},
		{"Who calls NewReader?", []want{at("llm/wire/stream.go", "s.events = sse.NewReader")}},
		{"Where is sse.Reader defined?", []want{at("llm/sse/sse.go", "type Reader struct")}},
		{"What does ClosestNames do?", []want{at("llm/names.go", "func ClosestNames")}},
		{"How is consent for writes asked?", []want{text("`tools/consent.go:")}},
		{"What is the version of the vscode extension?", []want{at("editors/vscode/package.json", `"version"`)}},
		{"Show me the first 5 lines of README.md", []want{text("`README.md:1-5`")}},
		{"List the files in llm/sse", []want{text("`llm/sse/sse.go`"), text("`llm/sse/sse_test.go`")}},
	})
}
