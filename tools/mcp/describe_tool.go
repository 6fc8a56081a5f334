package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/tools"
)

// DescribeTool is the name of the tool that describes tools of which the prompt has only a line.
const DescribeTool = tools.DescribeTool

type describeArgs struct {
	Names []string `json:"names" jsonschema:"the tools to describe"`
}

type description struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

type descriptions struct {
	Tools   []description `json:"tools"`
	Unknown []string      `json:"unknown,omitempty"`
}

// Preview returns the names of the described tools.
func (d descriptions) Preview() []string {
	var names []string
	for _, t := range d.Tools {
		names = append(names, t.Name)
	}
	return names
}

func describeTool(all []*tool) tools.Tool {
	return tools.Reading(tools.Spec{
		Name: DescribeTool, Kind: tools.KindRead, Source: tools.SourceMCP,
		Description: "Tells what tools of MCP servers do and which arguments they take.",
	}, func(_ *tools.Call, a describeArgs) (string, []tools.Location) {
		return "Describe " + short(strings.Join(a.Names, ", "), longestTitle), nil
	}, func(_ context.Context, _ *tools.Call, a describeArgs) (descriptions, error) {
		var d descriptions
		for _, name := range a.Names {
			if i := slices.IndexFunc(all, func(t *tool) bool { return t.name == name }); i >= 0 {
				d.Tools = append(d.Tools, description{all[i].name, all[i].Spec().Description, all[i].parameters})
			} else {
				d.Unknown = append(d.Unknown, name)
			}
		}
		if len(d.Tools) == 0 {
			return d, &tools.Error{
				Type:       tools.UserError,
				Message:    fmt.Sprintf("There is no tool of an MCP server named %s.", strings.Join(a.Names, ", ")),
				Suggestion: "Use the names as they are listed.",
			}
		}
		return d, nil
	})
}
