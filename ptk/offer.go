package ptk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// ToolInfo is a tool as a person or a program is told of it.
type ToolInfo struct {
	Name                 string
	Description          string
	Parameters           json.RawMessage // JSON Schema
	Kind                 tools.Kind
	RequiresConfirmation bool
	Source               tools.Source
}

// Tools lists the tools that a turn may offer, by name.
func (m *Manager) Tools() []ToolInfo {
	var infos []ToolInfo
	for _, s := range m.cfg.Tools.Specs() {
		infos = append(infos, ToolInfo{s.Name, s.Description, s.Parameters, s.Kind, s.Confirm, s.Source})
	}
	return infos
}

// offered gives the tools of a turn: those of its mode, fewer where the request names some.
func (m *Manager) offered(r request) ([]tools.Spec, error) {
	specs := m.cfg.Tools.Specs()
	if err := knownTools(r.Tools, specs); err != nil {
		return nil, err
	}
	switch r.Mode {
	case "", chat.ModeAgent, chat.ModeAsk, chat.ModePlan:
	default:
		return nil, fmt.Errorf("%w: mode: %q is not one of ask, plan, agent", chat.ErrBadRequest, r.Mode)
	}
	return slices.DeleteFunc(specs, func(s tools.Spec) bool {
		if r.Tools != nil && !slices.Contains(r.Tools, s.Name) || r.command.tools != nil && !slices.Contains(r.command.tools, s.Name) {
			return true
		}
		return (r.Mode == chat.ModeAsk || r.Mode == chat.ModePlan) && !readOnly(s)
	}), nil
}

func readOnly(s tools.Spec) bool {
	switch s.Kind {
	case tools.KindRead, tools.KindSearch, tools.KindThink:
		return !s.Confirm || s.Source == tools.SourceMCP // which the user is asked for
	}
	return false
}

func knownTools(names []string, specs []tools.Spec) error {
	for _, n := range names {
		if !slices.ContainsFunc(specs, func(s tools.Spec) bool { return s.Name == n }) {
			return fmt.Errorf("%w: tools: there is no tool %q; there are %s", chat.ErrBadRequest, n, strings.Join(specNames(specs), ", "))
		}
	}
	return nil
}

func specNames(specs []tools.Spec) []string {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return names
}

// Described gives the tools as the notation is told of them.
func Described(specs []tools.Spec) []notation.Tool {
	ts := make([]notation.Tool, len(specs))
	for i, s := range specs {
		ts[i] = notation.Tool{Name: s.Name, Aliases: s.Aliases, Description: s.Description, Parameters: s.Parameters}
	}
	return ts
}
