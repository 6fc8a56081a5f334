package workspace

import (
	_ "embed"
	"sync"

	"ptk-lsp/workspace/names"
)

//go:embed steering.list
var steeringNames string

var steering = sync.OnceValue(func() *names.List { return names.Parse(steeringNames) })

// Steers gives in words why a file steers other programs, such as "git runs its hooks": they execute or obey it, and nobody looks
// at it first. It gives "" where it is not known to steer any. The path is slash-separated, from its workspace folder.
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
