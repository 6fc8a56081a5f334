package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
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

// definition is a tool as its server defines it, within limits.
type definition struct {
	def         *sdk.Tool
	description string
	parameters  json.RawMessage
	mark        string // of its fingerprint
}

// lister lists the tools of a server.
type lister struct {
	cfg Config
	log *slog.Logger
}

// fetch requests all pages of the list.
func (l *lister) fetch(ctx context.Context, session *sdk.ClientSession) ([]*definition, error) {
	if r := session.InitializeResult(); r != nil && r.Capabilities != nil && r.Capabilities.Tools == nil {
		return nil, nil // it has none
	}
	var out []*definition
	seen := map[string]bool{}
	for def, err := range l.pages(ctx, session) {
		if err != nil {
			return nil, err
		}
		if seen[def.Name] {
			continue
		}
		seen[def.Name] = true
		if len(out) == maxTools {
			l.log.Warn("ignoring the rest of an MCP server's tools", "limit", maxTools)
			break
		}
		d, err := newDefinition(l.cfg, def)
		if err != nil {
			l.log.Warn("ignoring a tool of an MCP server", "tool", short(def.Name, 100), "error", err)
			continue
		}
		out = append(out, d)
	}
	return out, nil
}

// pages returns the tools of all pages of the list, up to [maxPages].
func (l *lister) pages(ctx context.Context, session *sdk.ClientSession) iter.Seq2[*sdk.Tool, error] {
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
		l.log.Warn("ignoring further pages of an MCP server's tools", "limit", maxPages)
	}
}

// newDefinition returns the definition that a server sent, cut to the limits.
func newDefinition(cfg Config, def *sdk.Tool) (*definition, error) {
	if def.Name == "" {
		return nil, fmt.Errorf("it has no name")
	}
	d := &definition{def: def, description: def.Description, parameters: json.RawMessage(`{"type":"object"}`)}
	if d.description == "" && def.Annotations != nil {
		d.description = def.Annotations.Title
	}
	if len(d.description) > maxDescription {
		d.description = short(d.description, maxDescription)
	}
	if def.InputSchema != nil {
		schema, err := json.Marshal(def.InputSchema)
		if err != nil || len(schema) > maxSchema {
			return nil, fmt.Errorf("its schema of %d bytes can't be used: %w", len(schema), err)
		}
		d.parameters = schema
	}
	d.mark = fingerprint(cfg, def, d.parameters)
	d.description, d.parameters = legible(d.description), json.RawMessage(legible(string(d.parameters)))
	return d, nil
}

// legible drops characters that a model reads and a person does not see: direction marks, joiners, and invisible copies of ASCII.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' { // some scripts need these two
			return -1
		}
		return r
	}, s)
}

// fingerprint identifies a tool for rules: by where it comes from and how it describes itself. If either changes, the user is
// asked again.
func fingerprint(c Config, def *sdk.Tool, parameters json.RawMessage) string {
	h := sha256.New()
	from := []any{c.Command, c.Args, c.URL, def.Name, def.Title, def.Description, def.Annotations, parameters}
	if c.Cwd != "" {
		from = append(from, c.Cwd)
	}
	data, err := json.Marshal(from)
	if err != nil {
		data = []byte(def.Name) // never: it was decoded from JSON
	}
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:8])
}
