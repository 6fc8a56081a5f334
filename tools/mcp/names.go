package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	separator = "__"
	longest   = 64 // characters of a name that every provider takes
	marked    = 7  // characters of a mark that tells names apart
)

// settleNames names tools "server__tool" in what all providers take, and no two alike. The order decides who has the plain
// name: it must be the same each time.
func settleNames(all []*tool) []*tool {
	taken := map[string]bool{DescribeTool: true}
	var out []*tool
	for _, t := range all {
		name := toolName(t.server.name, t.def.Name)
		if taken[name] {
			name = marking(name, t.server.name, t.def.Name)
		}
		if taken[name] {
			continue // it has even the mark of another
		}
		taken[name] = true
		named := *t
		named.name = name
		out = append(out, &named)
	}
	return out
}

// toolName is the name by which a model calls a server's tool; one that is cut keeps a mark of what it was.
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

// plain has an underscore for each character that not all providers take.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// marking ends a name with a mark of what it stands for, such that it is not too long.
func marking(name, server, tool string) string {
	sum := sha256.Sum256([]byte(server + "\x00" + tool))
	return name[:min(len(name), longest-marked)] + "_" + hex.EncodeToString(sum[:3])
}
