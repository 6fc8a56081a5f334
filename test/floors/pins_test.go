package floors

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// modernc.org/sqlite needs one exact version of its C library; any other breaks it silently.
func TestSQLiteHasItsOwnLibc(t *testing.T) {
	own, err := os.ReadFile(filepath.Join(moduleRoot(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite").Output()
	if err != nil {
		t.Fatal("finding SQLite's go.mod:", err)
	}
	its, err := os.ReadFile(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	libc := regexp.MustCompile(`modernc\.org/libc (v\S+)`)
	want, got := libc.FindSubmatch(its), libc.FindSubmatch(own)
	if want == nil || got == nil || string(want[1]) != string(got[1]) {
		t.Errorf("go.mod has modernc.org/libc %s, SQLite wants %s", got, want)
	}
}
