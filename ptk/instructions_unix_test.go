//go:build unix

package ptk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
)

// canary is part of the files that must never reach a model.
const canary = "CANARY-hunter2"

// The author of a clone chooses its files and links, but can't use them to send other files to the model.
func TestInstructionsOfAClone(t *testing.T) {
	for name, c := range map[string]struct {
		plant func(dir, outside string) error // outside holds the canary
		want  string                          // in the system prompt
		warns string                          // in the warnings; "" for none
	}{
		"plain":            {write("AGENTS.md", "RULE"), "RULE", ""},
		"a link inside":    {both(write("AGENTS.md", "RULE"), link("AGENTS.md", "CLAUDE.md")), "RULE", ""},
		"only a link":      {both(write("docs/rules.md", "RULE"), link("docs/rules.md", "AGENTS.md")), "RULE", ""},
		"a chain of links": {both(write("docs/rules.md", "RULE"), link("docs/rules.md", "b"), link("b", "AGENTS.md")), "RULE", ""},
		"through a folder": {both(write("docs/x.md", "RULE"), link("docs", ".github"), link("x.md", "docs/copilot-instructions.md")), "RULE", ""},
		"a link to .env":   {both(write(".env", canary), link(".env", "AGENTS.md")), "", "secrets"},
		"a chain to .env":  {both(write("a/.env", canary), link(".env", "a/b"), link("a/b", "AGENTS.md")), "", "secrets"},
		"a folder to .ssh": {both(write(".ssh/copilot-instructions.md", canary), link(".ssh", ".github")), "", "secrets"},
		"case folded":      {both(write(".ENV", canary), link(".ENV", "AGENTS.md")), "", "secrets"},
		"a hard link":      {both(write(".env", canary), hard(".env", "AGENTS.md")), "", "several names"},
		"a link out":       {func(dir, out string) error { return os.Symlink(out, filepath.Join(dir, "AGENTS.md")) }, "", "outside"},
		"a relative one": {func(dir, out string) error {
			return link("../"+filepath.Base(filepath.Dir(out))+"/id_rsa", "AGENTS.md")(dir, out)
		}, "", "outside"},
		"a folder out":      {func(dir, out string) error { return os.Symlink(filepath.Dir(out), filepath.Join(dir, ".github")) }, "", "outside"},
		"a loop":            {link("AGENTS.md", "AGENTS.md"), "", "too many"},
		"a pipe":            {fifo("AGENTS.md"), "", "regular"},
		"a link to a pipe":  {both(fifo("p"), link("p", "CLAUDE.md")), "", "regular"},
		"a device":          {link("/dev/zero", "AGENTS.md"), "", "outside"},
		"a folder":          {write("AGENTS.md/x", "x"), "", "regular"},
		"endless":           {sparse("AGENTS.md"), "", "binary"},
		"unreadable, other": {both(link("/dev/zero", "AGENTS.md"), write("CLAUDE.md", "RULE")), "RULE", "outside"},
		"long":              {write("AGENTS.md", "RULE "+strings.Repeat("long ", 1<<20)), "(cut here)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil, llmtest.Always(llmtest.Say("ok")))
			outside := filepath.Join(t.TempDir(), "id_rsa")
			must(os.WriteFile(outside, []byte(canary), 0o600))
			must(c.plant(b.dir, outside))
			_, events := b.chat(t, t.Context(), chat.Request{Message: "hi"})
			first := b.server.Requests()[0]
			if all := fmt.Sprint(first.Messages); strings.Contains(all, canary) || len(all) > 200_000 {
				t.Errorf("the request has %d bytes: %.300s", len(all), all)
			}
			if system := first.System(); !strings.Contains(system, c.want) {
				t.Errorf("the system prompt is %s", system)
			}
			warnings := warned(events)
			if c.warns == "" && warnings != "" || !strings.Contains(warnings, c.warns) {
				t.Errorf("warnings %q, want %q", warnings, c.warns)
			}
			_, events = b.chat(t, t.Context(), chat.Request{Message: "again"})
			if again := warned(events); again != "" {
				t.Errorf("the warning is repeated: %s", again)
			}
		})
	}
}

type plant = func(dir, outside string) error

func both(steps ...plant) plant {
	return func(dir, outside string) error {
		for _, s := range steps {
			if err := s(dir, outside); err != nil {
				return err
			}
		}
		return nil
	}
}

// at returns the path of a file and creates its folder.
func at(dir, rel string) string {
	path := filepath.Join(dir, filepath.FromSlash(rel))
	must(os.MkdirAll(filepath.Dir(path), 0o755))
	return path
}

func write(rel, text string) plant {
	return func(dir, _ string) error { return os.WriteFile(at(dir, rel), []byte(text), 0o644) }
}

func link(to, rel string) plant {
	return func(dir, _ string) error { return os.Symlink(to, at(dir, rel)) }
}

func hard(from, rel string) plant {
	return func(dir, _ string) error { return os.Link(filepath.Join(dir, from), at(dir, rel)) }
}

func fifo(rel string) plant {
	return func(dir, _ string) error { return syscall.Mkfifo(at(dir, rel), 0o644) }
}

func sparse(rel string) plant {
	return func(dir, _ string) error {
		return both(write(rel, ""), func(string, string) error { return os.Truncate(at(dir, rel), 100<<30) })(dir, "")
	}
}

// The user's own files can't be devices or pipes either.
func TestOwnFilesThatNeverEnd(t *testing.T) {
	for name, plant := range map[string]plant{
		"pipe": both(fifo("AGENTS.md"), fifo("commands/x.md")), "zero": both(link("/dev/zero", "AGENTS.md"), link("/dev/zero", "commands/x.md")),
		"folder": fifo("commands"), "sparse": both(sparse("commands/x.md")),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil, llmtest.Always(llmtest.Say("ok")))
			must(plant(b.user, ""))
			if _, events := b.chat(t, t.Context(), chat.Request{Message: "/x"}); warned(events) == "" {
				t.Error("the user is not warned")
			}
		})
	}
}

// Files of a folder that the user does not trust have no effect on the conversation.
func TestRestricted(t *testing.T) {
	b := newBench(t, []string{
		"AGENTS.md", canary, "CLAUDE.md", canary, ".github/copilot-instructions.md", canary, "api/AGENTS.md", canary, "api/x.go", "package x\n",
		".ptk/commands/port.md", canary,
	}, llmtest.Always(llmtest.Say("ok")))
	must(os.WriteFile(filepath.Join(b.user, "AGENTS.md"), []byte("my own rule"), 0o600))
	b.cfg.Restricted = true
	b.Manager = ptk.NewManager(b.cfg)
	for _, message := range []string{"/port", "/project:port", "see @api/x.go"} {
		b.chat(t, t.Context(), chat.Request{Message: message})
	}
	for _, r := range b.server.Requests() {
		if all := fmt.Sprint(r.Messages); strings.Contains(all, canary) || !strings.Contains(all, "my own rule") {
			t.Errorf("the request is %s", all)
		}
	}
	if items := b.Complete(t.Context(), "/port", 5).Items; len(items) != 0 {
		t.Errorf("offered: %+v", items)
	}
}

func TestManyCommandsAndFolders(t *testing.T) {
	b := newBench(t, nil, llmtest.Always(llmtest.Say("ok")))
	for i := range 3000 {
		must(write(fmt.Sprintf(".ptk/commands/c%04d.md", i), "x")(b.dir, ""))
	}
	if n := len(b.Complete(t.Context(), "/c0", 3).Items); n == 0 || n > 200 {
		t.Errorf("%d commands are offered", n)
	}
	deep := strings.Repeat("d/", 300)
	for i := 2; i <= len(deep); i += 2 {
		must(write(deep[:i]+"AGENTS.md", "RULE of "+deep[:i])(b.dir, ""))
	}
	must(write(deep+"x.go", "package x\n")(b.dir, ""))
	_, events := b.chat(t, t.Context(), chat.Request{Message: "see @" + deep + "x.go"})
	n := strings.Count(fmt.Sprint(b.server.Requests()[0].Messages), "RULE of")
	if n == 0 || n > 100 || !strings.Contains(warned(events), "folders") {
		t.Errorf("%d instructions of folders: %s", n, warned(events))
	}
}
