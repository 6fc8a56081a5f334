package history_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ptk-lsp/ptk/history"
)

// writerEnv holds, for a child process that writes, its name, its number of turns, the shared conversation and the file.
const writerEnv = "HISTORY_TEST_WRITER"

// TestProcessesUnderLoad has several processes write one file at the same time: nothing that they wrote is lost, a conversation
// has one holder at a time, and the file stays undamaged.
func TestProcessesUnderLoad(t *testing.T) {
	if config := os.Getenv(writerEnv); config != "" {
		writeBesideOthers(t, strings.SplitN(config, " ", 4))
		return
	}
	const processes = 3
	each := 30
	if testing.Short() {
		each = 8
	}
	path := file(t)
	s := newStore(t, path)
	shared := say(t, s, "", "first", "shared", "x")
	var running []*exec.Cmd
	for i := range processes {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestProcessesUnderLoad$", "-test.v")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=p%d %d %s %s", writerEnv, i, each, shared, path))
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		must(t, cmd.Start())
		running = append(running, cmd)
	}
	for k := range each { // this process too
		say(t, s, "", fmt.Sprint("own", k), fmt.Sprint("own ", k), "a")
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, cmd.Stdout)
		}
	}
	titled := map[string]int{}
	page := history.Page{Limit: 500}
	for {
		infos, next, err := s.List(t.Context(), page)
		must(t, err)
		for _, i := range infos {
			titled[strings.Fields(i.Title)[0]]++
		}
		if page.Cursor = next; next == "" {
			break
		}
	}
	for _, name := range []string{"p0", "p1", "p2", "own"} {
		if titled[name] != each {
			t.Errorf("%s: %d conversations of %d", name, titled[name], each)
		}
	}
	info, err := s.Info(t.Context(), shared)
	must(t, err)
	if got := len(turns(t, s, shared)); got != info.Turns || got < 2 || info.Running {
		t.Errorf("the shared conversation has %d turns, and its description is %+v", got, info)
	}
	if n := s.Notices(); n != nil {
		t.Errorf("%q", n)
	}
}

// writeBesideOthers is one of the processes; the fields of its configuration are those of [writerEnv].
func writeBesideOthers(t *testing.T, config []string) {
	var n int
	if _, err := fmt.Sscan(config[1], &n); err != nil {
		t.Fatal(err)
	}
	s := newStore(t, config[3])
	for k := range n {
		name := fmt.Sprintf("%s %d", config[0], k)
		say(t, s, "", name, name, "answer")
		h, err := s.Take(t.Context(), config[2])
		if errors.Is(err, history.ErrBusy) {
			continue // held by another process
		}
		must(t, err)
		must(t, h.Begin(history.Start{TurnID: name, Title: name, Request: "{}"}))
		must(t, h.End("{}", name+" shared answer"))
		must(t, h.Release())
		if _, _, err := s.List(t.Context(), history.Page{Query: "shared"}); err != nil {
			t.Error(err)
		}
	}
}
