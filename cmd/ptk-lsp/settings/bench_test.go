package settings

import (
	"path/filepath"
	"testing"
)

// The user's own file may hold as many rules as they like; it is read whenever the program starts.
func BenchmarkManyRules(b *testing.B) {
	l := Layers{UserFile: filepath.Join(b.TempDir(), "config.toml")}
	write(b, l.UserFile, []byte(many("[[permissions.rules]]\ntool = 'bash'\nmatch = 'x%d *'\ndecision = 'ask'\n", 20_000)))
	for b.Loop() {
		if s, _ := l.Resolve(); len(s.Permissions.Rules) != 20_000 {
			b.Fatal(len(s.Permissions.Rules))
		}
	}
}
