package doctor

import (
	"context"
	"fmt"
	"path/filepath"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/ptk"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

func settingsFindings(c *backend.Config) []finding {
	var found []finding
	for _, f := range []string{c.Layers.UserFile, c.Layers.WorkspaceFile()} {
		found = append(found, finding{Area: "settings", Name: f, OK: true, Says: "is read if it exists"})
	}
	for _, p := range c.Problems {
		found = append(found, finding{Area: "settings", Name: p.Source, Says: p.String(), Do: "Fix or remove this setting."})
	}
	return found
}

func providerFindings(ctx context.Context, m *ptk.Manager) []finding {
	list, current := m.Models(ctx)
	var found []finding
	counts := map[string]int{}
	for _, model := range list {
		if counts[model.Provider]++; counts[model.Provider] > 1 {
			continue
		}
		f := finding{Area: "provider", Name: model.Provider, OK: model.Available, Says: model.Reason}
		if model.Provider+"/" == current[:min(len(current), len(model.Provider)+1)] {
			f.Says += " (in use: " + current + ")"
		}
		if !model.Available {
			f.Do = "Leave it, or set it up: see the README under Models."
		}
		found = append(found, f)
	}
	return found
}

func workspaceFindings(ctx context.Context, b *backend.Backend) []finding {
	var found []finding
	read, leftOut := b.Manager.Steering(ctx)
	for _, f := range b.Workspace.Folders() {
		says := "can be read"
		for _, path := range read {
			if rel, err := filepath.Rel(f.Path, path); err == nil && filepath.IsLocal(rel) {
				says += "; " + filepath.ToSlash(rel) + " gives its rules"
			}
		}
		found = append(found, finding{Area: "workspace", Name: f.Path, OK: true, Says: says})
	}
	for _, text := range leftOut {
		found = append(found, finding{
			Area: "workspace", Name: "instructions", Says: text, Do: "Remove the file, or replace the link with a copy of its target.",
		})
	}
	return found
}

// searchFindings check the index for searches of each folder.
func searchFindings(d dirs.Dirs, folders []string) []finding {
	var found []finding
	for _, folder := range folders {
		place := d.Trigrams(folder)
		x := trigram.Open(place, search.Options{Root: folder})
		st := x.Status()
		x.Close()
		state := indexes.TrigramState{Place: place, Files: st.Files, Bytes: st.Bytes}
		found = append(found, finding{Area: "search", Name: folder, OK: true, Says: state.String()})
	}
	return found
}

// serverFindings start the MCP servers and check each.
func serverFindings(ctx context.Context, b *backend.Backend) []finding {
	b.AwaitServers(ctx)
	var found []finding
	for _, st := range b.Servers.Status() {
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

// embeddingsFinding reports what of the user's files is sent to a model to find code by meaning. The setting may name a model
// that can't be used.
func embeddingsFinding(used, setting string) finding {
	f := finding{Area: "index", Name: "embeddings", OK: true}
	switch {
	case used != "":
		f.Says = "pieces of all indexed files, and the questions, are sent to " + used
	case setting != "":
		f.OK, f.Says, f.Do = false, setting+" can't be asked; searches use words alone", "See the settings' problems above."
	default:
		f.Says = "none: nothing is sent anywhere"
	}
	return f
}
