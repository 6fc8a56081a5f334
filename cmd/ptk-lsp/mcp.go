package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/tools/mcp"
)

// servers makes the MCP servers of the settings. None is started before something is asked of them.
func (s *stack) servers(log *slog.Logger) *mcp.Servers {
	m := mcp.New(mcp.Options{
		Environ: os.Environ(), KeyNames: s.catalogue.KeyNames(), Folders: func() []string { return folderPaths(s.workspace) },
		Neutral: s.neutral.dir, Changed: s.retool, Version: version, Log: log,
	})
	m.Set(mcpConfigs(s.settings))
	return m
}

// retool offers the tools that the servers have now beside those that are always there.
func (s *stack) retool() {
	for _, err := range s.tools.SetTools(append(slices.Clone(s.fixed), s.box.servers.Tools()...)) {
		s.log.Warn("a tool of an MCP server is left out", "error", err)
	}
}

func mcpConfigs(s settings.Settings) map[string]mcp.Config {
	configs := map[string]mcp.Config{}
	for name, c := range s.MCPServers {
		if !c.Disabled {
			configs[name] = mcp.Config{Command: c.Command, Args: c.Args, Env: c.Env, Cwd: c.Cwd, URL: c.URL, Headers: c.Headers, Timeout: milliseconds(c.TimeoutMs)}
		}
	}
	return configs
}

// serversTime is how long a command waits for servers.
const serversTime = 65 * time.Second

// await starts the servers and waits until it is known of each whether it can be used.
func (s *stack) await(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, serversTime)
	defer cancel()
	s.box.servers.Start()
	s.box.servers.Wait(ctx)
}

// serverFindings tells of each MCP server whether it can be used.
func (s *stack) serverFindings(ctx context.Context) []finding {
	s.await(ctx)
	var found []finding
	for _, st := range s.box.servers.Status() {
		f := finding{Area: "mcp", Name: st.Name, OK: st.State == mcp.Running, Says: st.Error, Do: st.Do}
		if f.OK {
			f.Says = fmt.Sprintf("%d tools over %s", st.Tools, st.Transport)
			if st.Server != "" {
				f.Says = st.Server + ": " + f.Says
			}
		}
		found = append(found, f)
	}
	return found
}
