package arrows

import (
	"flag"
	"strings"
	"testing"
)

var only = flag.String("packages", "./...", "the packages to count")

// few is how many arrows may run up in a package with so few arrows that a share of them says nothing.
const few = 2

// share is the part of a package's arrows that may run up, in percent.
const share = 10

// With -v it prints the counts, and with -packages=./ptk the arrows of one package that run up.
func TestArrowsRunDown(t *testing.T) {
	all, err := Load("../..", strings.Fields(*only)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Arrows == 0 {
			continue
		}
		t.Logf("%-40s %3d files, %4d arrows, %3d up (%d %%)", c.Package, c.Files, c.Arrows, c.Up, 100*c.Up/c.Arrows)
		if len(all) == 1 {
			t.Log(strings.Join(c.Against, "\n"))
		}
		for _, s := range c.Types {
			if s.Fields > 12 || s.Methods > 25 {
				t.Logf("  %s: %d fields, %d methods in %d files", s.Name, s.Fields, s.Methods, s.Files)
			}
		}
		if c.Up > few && 100*c.Up > share*c.Arrows {
			t.Errorf("%s: %d of %d arrows run up, more than %d %%", c.Package, c.Up, c.Arrows, share)
		}
	}
}
