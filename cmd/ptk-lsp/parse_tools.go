package main

import (
	"encoding/json"
	"fmt"
	"os"

	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/tools"
)

// builtinTools returns the built-in tools as the parser knows them.
func builtinTools() []notation.Tool {
	var specs []tools.Spec
	for _, t := range tools.Builtin(tools.Can{Diagnostics: true}) {
		specs = append(specs, t.Spec())
	}
	return offer.Described(specs)
}

// readToolsFile reads the tools from a JSON file.
func readToolsFile(file string) ([]notation.Tool, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the tools: %w", err)
	}
	tools, err := readTools(data)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	return tools, nil
}

// toolJSON is a tool in the format of this program, OpenAI, Anthropic or MCP.
type toolJSON struct {
	Name        string          `json:"name"`
	Aliases     []string        `json:"aliases"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
	MCPSchema   json.RawMessage `json:"inputSchema"`
	Function    *toolJSON       `json:"function"`
}

// readTools reads a list of tools, or an object with one as "tools".
func readTools(data json.RawMessage) ([]notation.Tool, error) {
	var holder struct {
		Tools json.RawMessage `json:"tools"`
	}
	if json.Unmarshal(data, &holder) == nil && len(holder.Tools) > 0 {
		data = holder.Tools
	}
	var list []toolJSON
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("expected a list of tools {name, description, parameters}: %w", err)
	}
	tools := make([]notation.Tool, len(list))
	for i, t := range list {
		if t.Function != nil {
			t = *t.Function
		}
		if t.Name == "" {
			return nil, fmt.Errorf("tool %d has no name", i+1)
		}
		schema := t.Parameters
		for _, other := range []json.RawMessage{t.InputSchema, t.MCPSchema} {
			if len(schema) == 0 {
				schema = other
			}
		}
		tools[i] = notation.Tool{Name: t.Name, Aliases: t.Aliases, Description: t.Description, Parameters: schema}
	}
	return tools, nil
}

// UnmarshalJSON also accepts the name of a tool only.
func (t *toolJSON) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &t.Name)
	}
	type plain toolJSON
	return json.Unmarshal(data, (*plain)(t))
}
