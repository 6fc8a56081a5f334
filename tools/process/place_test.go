//go:build unix

package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program is started where the user set it, and by default in a folder without anything of the workspace.
func TestPlaces(t *testing.T) {
	ws, bin, neutral := real(t.TempDir()), t.TempDir(), real(t.TempDir())
	plantProgram(t, filepath.Join(ws, "node_modules", ".bin", "serve"))
	plantProgram(t, filepath.Join(ws, "bin", "serve"))
	if err := os.WriteFile(filepath.Join(bin, "serve"), []byte("#!/bin/sh\npwd; echo $PTK_WORKSPACE; echo $PATH"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + strings.Join([]string{filepath.Join(ws, "node_modules", ".bin"), ".", bin, "/usr/bin", "/bin"}, ":")}
	place := Place{Neutral: func() (string, error) { return neutral, nil }, Folders: []string{ws}}
	for _, c := range []struct{ program, cwd, where, fails string }{
		{"serve", "", neutral, ""},
		{"serve", InWorkspace, ws, ""},
		{"serve", bin, bin, ""},
		{filepath.Join(bin, "serve"), "", neutral, ""},
		{"bin/serve", "", "", "relative"},
		{"./serve", "", "", "relative"},
		{"serve", "..", "", "absolute"},
		{"nosuch", "", "", "not on the PATH"},
	} {
		spec, err := place.Spec([]string{c.program}, c.cwd, env)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		var out bytes.Buffer
		spec.Stdout = &out
		p, err := Start(spec)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if _, err := p.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		if want := real(c.where) + "\n" + ws + "\n" + bin + ":/usr/bin:/bin\n"; out.String() != want {
			t.Errorf("%+v: got %q, want %q", c, out.String(), want)
		}
	}
	if _, err := (Place{}).Spec([]string{"true"}, InWorkspace, os.Environ()); err == nil {
		t.Error("started in a workspace that is not there")
	}
	if s, err := (Place{}).Spec([]string{"true"}, "", os.Environ()); err != nil || s.Dir != "/" {
		t.Errorf("%+v %v", s, err)
	}
}
