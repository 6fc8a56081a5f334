package indexes

import (
	"fmt"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// SearchOptions selects the files of a folder that are searched and indexed: those that git does not ignore, without files
// that hold secrets.
func SearchOptions(root string, env func(string) string, m *search.Memory) search.Options {
	secrets := workspace.DefaultSecrets()
	return search.Options{
		Root: root, Global: search.GlobalIgnore(root, env), Memory: m,
		Skip: func(rel string, dir bool) bool { return !dir && secrets.Match(rel) },
	}
}

// TrigramState is the state of a folder's index for searches.
type TrigramState struct {
	Place string `json:"place"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

// String describes the state to the user.
func (t TrigramState) String() string {
	if t.Bytes == 0 {
		return fmt.Sprintf("no index yet; one is built after the first search of %d files or more", trigram.Worthwhile)
	}
	return fmt.Sprintf("%d files, %.1f MB in %s", t.Files, float64(t.Bytes)/1e6, t.Place)
}
