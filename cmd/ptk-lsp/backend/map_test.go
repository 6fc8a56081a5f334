package backend

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A chat in the terminal starts with a map of a small folder if it may wait for one.
func TestMapOfASmallFolder(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"a.go": "package a\n\nfunc FindWombat() {}\n",
		"b.go": "package a\n\nfunc x() { FindWombat() }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home}
	for _, c := range []struct {
		settings string
		wait     time.Duration
		want     bool
	}{{"", time.Minute, true}, {"[context]\nmapTokens = 0\n", time.Minute, false}} {
		if err := os.MkdirAll(filepath.Join(home, "ptk"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, "ptk", "config.toml"), []byte(c.settings), 0o644); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		host := Host{Stderr: &stderr, Env: func(name string) string { return env[name] }}
		b, err := Open(context.Background(), Options{Host: host, Folders: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		got := mapOf(t.Context(), b.Indexes, b.Config, Options{MapWait: c.wait})(1000)
		if strings.Contains(got, "FindWombat") != c.want || stderr.Len() > 0 || len(b.Config.Problems) > 0 {
			t.Errorf("%q: got %q, %s", c.settings, got, stderr.String())
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
