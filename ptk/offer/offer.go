// Package offer chooses the tools that a turn offers to its model, and describes them in full or in a line each, as the model's
// window allows.
package offer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// Info describes a tool to users and editors.
type Info struct {
	Name                 string
	Description          string
	Parameters           json.RawMessage // JSON Schema
	Kind                 tools.Kind
	RequiresConfirmation bool
	Source               tools.Source
	Disabled             bool // by the user: no turn may offer it
}

// Infos describes tools.
func Infos(specs []tools.Spec) []Info {
	var infos []Info
	for _, s := range specs {
		infos = append(infos, Info{
			Name: s.Name, Description: s.Description, Parameters: s.Parameters, Kind: s.Kind, RequiresConfirmation: s.Confirm, Source: s.Source,
		})
	}
	return infos
}

// Choice selects the tools that a turn may use.
type Choice struct {
	Mode    chat.Mode
	Request []string // named by the request, of those that exist; nil for all
	Command []string // named by the command, whether they exist or not; nil for all
}

// Select returns the tools that a turn may use.
func Select(specs []tools.Spec, c Choice) ([]tools.Spec, error) {
	if err := checkNames(c.Request, specs); err != nil {
		return nil, err
	}
	switch c.Mode {
	case "", chat.ModeAgent, chat.ModeAsk, chat.ModePlan:
	default:
		return nil, fmt.Errorf("%w: mode: %q is not one of ask, plan, agent", chat.ErrBadRequest, c.Mode)
	}
	return slices.DeleteFunc(specs, func(s tools.Spec) bool {
		if c.Request != nil && !slices.Contains(c.Request, s.Name) || c.Command != nil && !slices.Contains(c.Command, s.Name) {
			return true
		}
		return (c.Mode == chat.ModeAsk || c.Mode == chat.ModePlan) && !ReadOnly(s)
	}), nil
}

// ReadOnly reports whether a tool only reads.
func ReadOnly(s tools.Spec) bool {
	switch s.Kind {
	case tools.KindRead, tools.KindSearch, tools.KindThink:
		return !s.Confirm || s.Source == tools.SourceMCP // all tools of MCP servers are confirmed
	default:
		return false
	}
}

func checkNames(wanted []string, specs []tools.Spec) error {
	for _, n := range wanted {
		if !slices.ContainsFunc(specs, func(s tools.Spec) bool { return s.Name == n }) {
			return fmt.Errorf("%w: tools: there is no tool %q; there are %s", chat.ErrBadRequest, n, strings.Join(names(specs), ", "))
		}
	}
	return nil
}

func names(specs []tools.Spec) []string {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return names
}

// Set is what one model is offered.
type Set struct {
	Specs  []tools.Spec    // all that may be called
	Known  []notation.Tool // the same, for the parser
	Full   []notation.Tool // described in full
	Brief  []notation.Tool // described in a line each
	Native []llm.Tool      // Full and Brief, for a model that calls functions; else nil
}

// For returns what a model is offered of the tools that the turn may use, and a warning for the user if some are left out.
func For(route chat.Route, specs []tools.Spec) (s Set, warning string) {
	s.Specs, warning = limit(specs, route)
	var full, brief []tools.Spec
	s.Specs, full, brief = split(s.Specs, route)
	s.Known, s.Full, s.Brief = Described(s.Specs), Described(full), toLines(brief, route.Window)
	if route.Native {
		s.Native = nativeTools(s.Full, s.Brief)
	}
	return s, warning
}

// Has reports whether a tool of that name may be called.
func (s Set) Has(name string) bool {
	return slices.ContainsFunc(s.Specs, func(s tools.Spec) bool { return s.Name == name })
}

// Names returns the names of all tools that may be called.
func (s Set) Names() []string { return names(s.Specs) }

// Find returns the tool that a call means.
func (s Set) Find(name string) (spec tools.Spec, tool notation.Tool, ok bool) {
	if tool, ok = notation.Lookup(s.Known, name); !ok {
		return spec, tool, false
	}
	i := slices.IndexFunc(s.Specs, func(s tools.Spec) bool { return s.Name == tool.Name })
	return s.Specs[i], tool, true
}
