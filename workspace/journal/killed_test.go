package journal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ptk-lsp/workspace/journal"
)

// TestKilled kills a process while it writes: the file is complete, and the changes can be undone.
func TestKilled(t *testing.T) {
	if os.Getenv("JOURNAL_TEST_DIR") != "" {
		writeForEver(t)
		return
	}
	for round := range 6 {
		d := newDesk(t, files{"f": "start\n"})
		journals := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
		cmd.Env = append(os.Environ(), "JOURNAL_TEST_DIR="+d.dir, "JOURNAL_TEST_LOG="+journals)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitWrites(t, filepath.Join(d.dir, "f"))
		time.Sleep(time.Duration(round*7) * time.Millisecond) // another place in its work each time
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		d.open(journals)
		text, err := os.ReadFile(filepath.Join(d.dir, "f"))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(text); n%4096 != 0 || strings.Count(string(text), string(text[:1])) != n {
			t.Fatalf("the file is torn: %d bytes", n)
		}
		d.undo("t", statuses{"f": journal.Restored})
		if data, err := os.ReadFile(filepath.Join(d.dir, "f")); err != nil || string(data) != "start\n" {
			t.Errorf("after undo the file holds %.20q: %v", data, err)
		}
	}
}

// writeForEver writes versions of the file with 4096, 8192 … bytes of one letter each.
func writeForEver(t *testing.T) {
	d := &desk{t: t, dir: os.Getenv("JOURNAL_TEST_DIR")}
	d.open(os.Getenv("JOURNAL_TEST_LOG"))
	before := "start\n"
	for i := 0; ; i++ {
		after := strings.Repeat(string(rune('a'+i%26)), 4096*(1+i%64))
		d.write("t", "f", before, after)
		before = after
	}
}

func awaitWrites(t *testing.T, path string) {
	t.Helper()
	for range 500 {
		if data, err := os.ReadFile(path); err == nil && string(data) != "start\n" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the process writes nothing")
}
