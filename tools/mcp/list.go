package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxTools       = 500 // of one server
	maxPages       = 50  // of its list of them
	maxDescription = 4000
	maxSchema      = 64 << 10
)

// list takes the server's list of tools anew; where it can't be had, the old one stays.
func (v *server) list(session *sdk.ClientSession) {
	ctx, cancel := context.WithTimeout(v.life, startTime)
	defer cancel()
	ts, err := v.fetch(ctx, session)
	if err != nil {
		v.set.o.Log.Warn("an MCP server did not tell its changed tools", "server", v.name, "error", err)
		return
	}
	v.mu.Lock()
	v.tools = ts
	v.mu.Unlock()
	v.set.o.Log.Info("an MCP server changed its tools", "server", v.name, "tools", len(ts))
	v.set.told()
}

// fetch asks for all pages of the list.
func (v *server) fetch(ctx context.Context, session *sdk.ClientSession) ([]*tool, error) {
	if r := session.InitializeResult(); r != nil && r.Capabilities != nil && r.Capabilities.Tools == nil {
		return nil, nil // it has none
	}
	var out []*tool
	seen := map[string]bool{}
	for def, err := range v.pages(ctx, session) {
		if err != nil {
			return nil, err
		}
		if seen[def.Name] {
			continue
		}
		seen[def.Name] = true
		if len(out) == maxTools {
			v.set.o.Log.Warn("an MCP server has more tools than are taken", "server", v.name, "taken", maxTools)
			break
		}
		t, err := newTool(v, def)
		if err != nil {
			v.set.o.Log.Warn("a tool of an MCP server is left out", "server", v.name, "tool", short(def.Name, 100), "error", err)
			continue
		}
		out = append(out, t)
	}
	return out, nil
}

// pages gives the tools of all pages of the list, up to as many pages as any server needs.
func (v *server) pages(ctx context.Context, session *sdk.ClientSession) iter.Seq2[*sdk.Tool, error] {
	return func(yield func(*sdk.Tool, error) bool) {
		params := &sdk.ListToolsParams{}
		for range maxPages {
			r, err := session.ListTools(ctx, params)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, def := range r.Tools {
				if def != nil && !yield(def, nil) {
					return
				}
			}
			if params.Cursor = r.NextCursor; params.Cursor == "" {
				return
			}
		}
		v.set.o.Log.Warn("an MCP server has more pages of tools than are asked for", "server", v.name, "pages", maxPages)
	}
}

// newTool takes what a server says of a tool, within limits.
func newTool(v *server, def *sdk.Tool) (*tool, error) {
	if def.Name == "" {
		return nil, fmt.Errorf("it has no name")
	}
	t := &tool{server: v, def: def, description: def.Description, parameters: json.RawMessage(`{"type":"object"}`)}
	if t.description == "" && def.Annotations != nil {
		t.description = def.Annotations.Title
	}
	if len(t.description) > maxDescription {
		t.description = short(t.description, maxDescription)
	}
	if def.InputSchema != nil {
		schema, err := json.Marshal(def.InputSchema)
		if err != nil || len(schema) > maxSchema {
			return nil, fmt.Errorf("its schema of %d bytes can't be taken: %w", len(schema), err)
		}
		t.parameters = schema
	}
	t.mark = fingerprint(v.cfg, def, t.parameters)
	t.description, t.parameters = legible(t.description), json.RawMessage(legible(string(t.parameters)))
	return t, nil
}

// legible leaves out the characters that a model reads and a person does not see: what turns the direction of the text, what
// joins nothing, and the invisible double of ASCII.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' { // scripts need those two
			return -1
		}
		return r
	}, s)
}

// fingerprint stands for the tool as the user agrees to it "always": where it comes from and what it says of itself. A
// tool that has become another is asked for again.
func fingerprint(c Config, def *sdk.Tool, parameters json.RawMessage) string {
	h := sha256.New()
	from := []any{c.Command, c.Args, c.URL, def.Name, def.Title, def.Description, def.Annotations, parameters}
	if c.Cwd != "" {
		from = append(from, c.Cwd)
	}
	data, err := json.Marshal(from)
	if err != nil {
		data = []byte(def.Name) // what came as JSON can be written as JSON
	}
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:8])
}
