package backend

import (
	"encoding/json"
	"path/filepath"
	"time"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
)

// Config is the resolved configuration: the settings of all sources, and what is wrong with them.
type Config struct {
	Layers   settings.Layers
	Settings settings.Settings
	Problems []settings.Problem
}

// LoadConfig reads the settings that apply to the folders.
func LoadConfig(d dirs.Dirs, folders []string, model string, c Client) *Config {
	l := settings.Layers{UserFile: filepath.Join(d.Config(), "config.toml"), Editor: c.Settings}
	if len(folders) > 0 && !c.Restricted {
		l.Workspace = folders[0]
	}
	if model != "" {
		l.CommandLine = map[string]any{"model": model}
	}
	config := &Config{Layers: l}
	config.Settings, config.Problems = l.Resolve()
	return config
}

// setEditor replaces the editor's settings.
func (c *Config) setEditor(raw json.RawMessage) {
	c.Layers.Editor = raw
	c.Settings, c.Problems = c.Layers.Resolve()
}

// report adds an error as a problem with the named source; nil is no problem.
func (c *Config) report(source string, err error) {
	if err != nil {
		c.Problems = append(c.Problems, settings.Problem{Source: source, Message: err.Error()})
	}
}

func limits(s settings.Settings) chat.Limits {
	return chat.Limits{
		MaxIterations: s.Chat.MaxIterations, MaxToolCalls: s.Chat.MaxToolCalls, MaxRepairs: s.Chat.MaxRepairs,
		MaxCostUSD: s.Chat.MaxCostUSD, Turn: turnTimeout(s.Chat.TurnTimeoutMs), ToolResultTokens: s.Context.ToolResultTokens,
		HistoryTokens: s.Context.HistoryTokens, RulesTokens: s.Context.RulesTokens, AttachmentTokens: s.Context.AttachmentTokens,
		CompactAt: s.Context.CompactAt, MapTokens: settings.ZeroIsNone(s.Context.MapTokens),
	}
}

// turnTimeout converts the setting, in which 0 is no limit, to [chat.Limits], in which 0 is the default.
func turnTimeout(set *int) time.Duration { return milliseconds(settings.ZeroIsNone(set)) }

// rules returns the permissions of the settings.
func rules(s settings.Settings) []tools.Rule {
	var list []tools.Rule
	for _, r := range s.Permissions.Rules {
		decision := tools.RuleDecision(r.Decision)
		if decision == "" {
			decision = tools.RuleAsk
		}
		list = append(list, tools.Rule{Tool: r.Tool, Match: r.Match, Decision: decision})
	}
	return list
}

// serverConfigs returns the MCP servers of the settings.
func serverConfigs(s settings.Settings) map[string]mcp.Config {
	configs := map[string]mcp.Config{}
	for name, c := range s.MCPServers {
		if !c.Disabled {
			configs[name] = mcp.Config{
				Command: c.Command, Args: c.Args, Env: c.Env, Cwd: c.Cwd,
				URL: c.URL, Headers: c.Headers, Timeout: milliseconds(c.TimeoutMs),
			}
		}
	}
	return configs
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }
