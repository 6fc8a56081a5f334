package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	separator = "__"
	longest   = 64 // characters of a name that every provider accepts
	marked    = 7  // characters of a mark that makes a name unique
)

// uniqueNames names the tools "server__tool" in characters that all providers accept, no two alike. The first of the same name
// has it without a mark, so the order must be the same each time.
func uniqueNames(all []*tool) []*tool {
	taken := map[string]bool{DescribeTool: true}
	var out []*tool
	for _, t := range all {
		name := toolName(t.server.name, t.def.Name)
		if taken[name] {
			name = marking(name, t.server.name, t.def.Name)
		}
		if taken[name] {
			continue // even the marked name is taken
		}
		taken[name] = true
		named := *t
		named.name = name
		out = append(out, &named)
	}
	return out
}

// toolName returns the name by which a model calls a server's tool. One that is cut gets a mark.
func toolName(server, tool string) string {
	server = plain(server)
	if server == "" || server[0] >= '0' && server[0] <= '9' || server[0] == '-' || server[0] == '_' {
		server = "mcp" + server
	}
	name := server + separator + plain(tool)
	if len(name) > longest {
		return marking(name, server, tool)
	}
	return name
}

// plain replaces each character that not all providers accept by an underscore.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// marking returns the name, cut if necessary, with a mark made from the names of the server and the tool.
func marking(name, server, tool string) string {
	sum := sha256.Sum256([]byte(server + "\x00" + tool))
	return name[:min(len(name), longest-marked)] + "_" + hex.EncodeToString(sum[:3])
}
