package tools_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"ptk-lsp/tools"
)

func TestDocsNameEveryTool(t *testing.T) {
	data, err := os.ReadFile("../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	agent := func(context.Context, *tools.Call, string, []string) (tools.AgentAnswer, error) {
		return tools.AgentAnswer{}, nil
	}
	can := tools.Can{
		Diagnostics: true, EditorCommands: true, Agent: agent, Shell: &tools.Shell{Jobs: tools.NewJobs()},
		Language: []string{"document_symbols", "workspace_symbols", "go_to_definition", "find_references", "hover"},
	}
	for _, tool := range tools.Builtin(can) {
		for _, name := range append(tool.Spec().Aliases, tool.Spec().Name) {
			if !strings.Contains(string(data), "`"+name+"`") {
				t.Errorf("docs/tools.md does not name %s", name)
			}
		}
		if tool.Spec().Description == "" || tool.Spec().Kind == "" {
			t.Errorf("%s has no description or kind", tool.Spec().Name)
		}
	}
}
