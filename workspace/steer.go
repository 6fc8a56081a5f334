package workspace

import (
	_ "embed"
	"sync"

	"ptk-lsp/workspace/names"
)

//go:embed steering.list
var steeringNames string

var steering = sync.OnceValue(func() *names.List { return names.Parse(steeringNames) })

// Steers returns why a file controls other programs, such as "git runs its hooks": they execute or obey it, and nobody reviews it
// first. It returns "" if the file is not known to control any. The path is slash-separated, relative to its workspace folder.
func Steers(rel string) string {
	rel = names.Fold(nameOf(rel))
	if why := steering().Match(rel); why != "" {
		return why
	}
	if names.Short(rel) {
		return "its short name may be that of a file that other programs obey"
	}
	return ""
}
