package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// listed returns the names of a list of tests. Spaces are written as \u0020.
func listed(t *testing.T, file string) (names []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		for _, name := range strings.Fields(line) {
			names = append(names, strings.NewReplacer(`\u0020`, " ", `\u200c`, "\u200c").Replace(name))
		}
	}
	return names
}

// allowing returns a room with rules that allow everything, and a user who gives the answer.
func allowing(t *testing.T, files map[string]string, answer workspace.Decision) *room {
	t.Helper()
	r := newRoom(t, files)
	r.with(
		tools.Options{
			Permissions: tools.OpenPermissions(
				"", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}, {Tool: "edit", Decision: tools.RuleAllow}},
			),
		},
	)
	r.say = workspace.Answer{Decision: answer}
	return r
}

// Although a rule allows all edits, the user is asked about each file that steers other programs, with a reason, and again
// after "always".
func TestSteeringFilesAreAskedForEachTime(t *testing.T) {
	names := listed(t, "steering.names")
	asked := 0
	r := allowing(t, nil, workspace.Reject)
	for _, name := range names {
		r.asked = nil
		r.fails("write_file", map[string]string{"path": name, "content": "x"}, tools.PermissionError, "did not agree")
		if len(r.asked) != 1 || r.asked[0].Rule != "" || !strings.Contains(r.asked[0].Risk, "steers other programs: ") &&
			!strings.Contains(r.asked[0].Risk, "may hold secrets") {
			t.Errorf("%s: asked %+v", name, r.asked)
			continue
		}
		asked++
		if _, err := os.Lstat(filepath.Join(r.dir, name)); err == nil {
			t.Errorf("%s was written without consent", name)
		}
		if name == ".env" {
			continue // a secret
		}
		if tools.Steers(name) == "" || !strings.HasPrefix(tools.Steers(name), "Steering: ") || !tools.Protected(name) {
			t.Errorf("%s: steers %q", name, tools.Steers(name))
		}
	}
	t.Logf("%d names, %d asked", len(names), asked)
	r = allowing(t, nil, workspace.AllowAlways)
	for n := 1; n <= 3; n++ {
		r.ok("write_file", map[string]string{"path": fmt.Sprintf(".github/workflows/%d.yml", n), "content": "x"})
		if len(r.asked) != n {
			t.Errorf("asked %d times for %d files", len(r.asked), n)
		}
	}
	r.put("plain", "x")
	r.ok("move_file", `{"from": "plain", "to": "Makefile"}`)
	r.ok("read_file", `{"path": "Makefile"}`)
	r.ok("edit_file", `{"path": "Makefile", "old_string": "x", "new_string": "y"}`)
	r.ok("delete_file", `{"path": "Makefile"}`)
	if len(r.asked) != 6 {
		t.Errorf("asked %d times, want 6: reading what steers is free", len(r.asked))
	}
}

// The user is not asked about ordinary sources, even if they are named like something on a list.
func TestOrdinaryFilesAreFree(t *testing.T) {
	names := []string{
		"main.go", "src/app.ts", "src/hooks/useThing.ts", "src/config/index.ts", "lib/config.rb", "README.md", "docs/guide.md",
		"docs/secrets.md", "internal/secrets/secrets.go", "secret.go", "token.go", "tokens.ts",
		"password.py", "credentials.go", "keys.go", "monkey.go", "keyboard.ts", "environment.go", "history.go", "environ.go",
		"auth.ts", "wallet.go", "workspace.go", "build.go", "target/x.rs", "style.css", "index.html", "a.json", "data.csv",
		"tests/test_main.py",
		"objects/thing.go", "refs/doc.md", "src/build/index.ts", "head.go", "hooks.py", "deps/redis.c", "project/main.py",
		"pods/pod.go", "systemd/unit.go", "copilot/x.go", "id.go", "envelope.go", "dev.ts", "main_test.go", "a.sql", "Main.java",
		"x.kt", "x.swift", "x.lua", "x.ex", "x.hs", "x.zig", "scripts/run.sh", "LICENSE", "CHANGELOG.md", ".gitignore",
		".editorconfig", ".dockerignore",
	}
	r := allowing(t, nil, workspace.Reject)
	for _, name := range names {
		r.ok("write_file", map[string]string{"path": name, "content": "x\n"})
		r.ok("read_file", map[string]string{"path": name})
		if len(r.asked) > 0 {
			t.Errorf("%s: asked: %s", name, r.asked[0].Risk)
			r.asked = nil
		}
	}
	for _, name := range []string{
		".env.example", ".env.sample", ".env.template", ".env.dist", "example.env", "secrets.yml.example",
		"credentials.json.sample", "id_rsa.pub", ".ssh/known_hosts", "wp-config-sample.php",
	} {
		r.put(name, "x")
		r.ok("read_file", map[string]string{"path": name})
		if len(r.asked) > 0 {
			t.Errorf("%s: asked: %s", name, r.asked[0].Risk)
			r.asked = nil
		}
	}
}

// Although a rule allows all reading, the user is asked about each file that may hold secrets, and none is searched or
// listed.
func TestSecretFilesAreAskedForEachTime(t *testing.T) {
	names := listed(t, "secret.names")
	r := allowing(t, map[string]string{"plain.txt": "needle here\n"}, workspace.Reject)
	asked := 0
	for i, name := range names {
		if runtime.GOOS == "windows" && (strings.Contains(name, ":") || strings.HasSuffix(name, ".")) {
			continue // another name of the same file there
		}
		name = fmt.Sprintf("n%d/%s", i, name) // names that a file system may treat as equal are in different folders
		r.put(name, "needle-in-a-secret\n")
		r.asked = nil
		r.fails("read_file", map[string]string{"path": name}, tools.PermissionError, "did not agree")
		r.fails("read", map[string][]string{"file_paths": {name}}, tools.PermissionError, "did not agree")
		if len(r.asked) != 2 || !strings.Contains(r.asked[0].Risk, "may hold secrets") || r.asked[0].Rule != "" {
			t.Errorf("%s: asked %+v", name, r.asked)
			continue
		}
		asked++
	}
	t.Logf("%d names, %d asked", len(names), asked)
	for _, call := range []string{`{"query": "needle"}`, `{"query": "needle", "include": ["**"]}`} {
		if got := r.ok("search_code", call); got["files"] != 1.0 {
			t.Errorf("a search shows %v", got)
		}
	}
	if got := r.ok("list_files", `{}`); got["count"] != 1.0 {
		t.Errorf("listed are %v", got)
	}
}

// link creates links of both kinds, or skips the test.
func link(t *testing.T, make func(from, to string) error, from, to string) {
	t.Helper()
	if err := make(from, to); err != nil {
		t.Skip(err)
	}
}

func TestLinksToGuardedFilesAreAskedFor(t *testing.T) {
	r := allowing(
		t, map[string]string{"sub/.env": "K=1", "Makefile": "all:", "plain.txt": "x", "deep/a/b/notes.txt": "n"}, workspace.Reject,
	)
	at := func(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }
	link(t, os.Link, at("sub/.env"), at("hard.txt"))
	link(t, os.Link, at("Makefile"), at("notes.md"))
	link(t, os.Link, at("plain.txt"), at("plain2.txt"))
	link(t, os.Symlink, "sub/.env", at("soft.txt"))
	link(t, os.Symlink, ".github/workflows", at("flows"))
	link(t, os.Symlink, "soft.txt", at("softer.txt"))
	for _, c := range []struct {
		tool, path string
		asked      int
	}{
		{"read_file", "hard.txt", 1},
		{"read_file", "soft.txt", 1},
		{"read_file", "softer.txt", 1},
		{"read_file", "sub/../hard.txt", 1},
		{"read_file", "notes.md", 0},
		{"read_file", "plain2.txt", 0},
		{"delete_file", "notes.md", 1},
		{"delete_file", "hard.txt", 1},
		{"write_file", "flows/ci.yml", 1},
		{"delete_file", "plain2.txt", 0},
	} {
		r.asked = nil
		args := map[string]string{"path": c.path}
		if c.tool == "write_file" {
			args["content"] = "x"
		}
		r.call(c.tool, args)
		if len(r.asked) != c.asked {
			t.Errorf("%s %s: asked %d times, want %d", c.tool, c.path, len(r.asked), c.asked)
		}
	}
	if got := r.ok("search_code", `{"query": "K=1"}`); fmt.Sprint(got["matches"]) != "[]" {
		t.Errorf("a search shows %v", got)
	}
	if got := r.ok("search_code", `{"query": "all:"}`); fmt.Sprint(got["files"]) != "2" {
		t.Errorf("a search shows %v", got)
	}
	r.ok("read_file", `{"path": "notes.md"}`)
	r.asked = nil
	r.fails("edit_file", `{"path": "notes.md", "old_string": "all:", "new_string": "all: evil"}`, tools.PermissionError, "did not agree")
	if len(r.asked) != 1 || !strings.Contains(r.asked[0].Risk, "notes.md is the same file as Makefile, which steers other programs: make") {
		t.Errorf("asked %+v", r.asked)
	}
}

// Git takes a folder with HEAD, objects and refs for a repository, whatever its name.
func TestFilesOfABareRepositoryAreAskedFor(t *testing.T) {
	r := allowing(t, map[string]string{"x/HEAD": "ref: refs/heads/main\n", "x/objects/keep": "", "x/refs/keep": ""}, workspace.Reject)
	for _, name := range []string{"x/hooks/anything", "x/objects/ab/cdef", "x/modules/y", "x/any"} {
		r.asked = nil
		r.fails("write_file", map[string]string{"path": name, "content": ""}, tools.PermissionError, "did not agree")
		if len(r.asked) != 1 {
			t.Errorf("%s: asked %+v", name, r.asked)
		}
	}
}

func TestFoldersThatBeginWithADotAreListed(t *testing.T) {
	r := newRoom(
		t,
		map[string]string{".github/workflows/ci.yml": "on: push\n", ".config/x.txt": "x", "..odd/y.txt": "y", "plain/.hidden/z.txt": "z"},
	)
	if runtime.GOOS == "windows" {
		t.Skip("names that begin with two dots")
	}
	for dir, want := range map[string]string{
		".github": ".github/workflows/ci.yml", ".github/": ".github/workflows/ci.yml", "./.github": ".github/workflows/ci.yml",
		".github/workflows":             ".github/workflows/ci.yml",
		filepath.Join(r.dir, ".github"): ".github/workflows/ci.yml", "..odd": "..odd/y.txt", "plain/.hidden": "plain/.hidden/z.txt",
	} {
		got := r.ok("list_files", map[string]string{"directory": dir})
		if files := fmt.Sprint(got["files"]); files != "["+want+"]" {
			t.Errorf("%s: got %s", dir, files)
		}
	}
	got := r.ok("list_files", map[string]string{"directory": ".github", "pattern": "workflows/*.yml"})
	if fmt.Sprint(got["files"]) != "[.github/workflows/ci.yml]" {
		t.Errorf("got %v", got["files"])
	}
	if got := r.ok("list_files", `{"directory": "."}`); got["count"] != 4.0 {
		t.Errorf("got %v", got)
	}
}

// The name of an open folder itself counts too.
func TestFoldersThatAreOpenedCountByTheirName(t *testing.T) {
	r := allowing(t, map[string]string{".github/workflows/ci.yml": "on: push\n", ".ssh/work": "x\n"}, workspace.Reject)
	for dir, path := range map[string]string{".github": "workflows/ci.yml", ".ssh": "work"} {
		ws, err := workspace.New([]workspace.Folder{{Path: filepath.Join(r.dir, dir)}}, workspace.Disk{Ask: r.ask})
		if err != nil {
			t.Fatal(err)
		}
		r.ws, r.asked = ws, nil
		r.with(tools.Options{Permissions: tools.OpenPermissions("", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}})})
		r.fails("delete_file", map[string]string{"path": path}, tools.PermissionError, "did not agree")
		if len(r.asked) != 1 {
			t.Errorf("%s: asked %+v", dir, r.asked)
		}
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	}
}
