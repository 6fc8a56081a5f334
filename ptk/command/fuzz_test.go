package command

import "testing"

// FuzzParse parses command files of a workspace, which must not choose the model.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"---\nmode: ask\ntools: [a, b]\n---\nDo $1", "---\nmodel: a/b\n---\nDo", "# plain"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c := parse("x", text, true); c.Options.Model != "" {
			t.Errorf("a command of the workspace chose the model %q", c.Options.Model)
		}
	})
}
