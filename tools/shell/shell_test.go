package shell_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/shell"
)

// TestVerdicts reads testdata/verdicts.txt: on each line a verdict and a command, with \n for a newline.
func TestVerdicts(t *testing.T) {
	data, err := os.ReadFile("testdata/verdicts.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		want, command, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("line %d has no tab", i+1)
		}
		command = strings.NewReplacer(`\n`, "\n", `\e`, "\x1b").Replace(command)
		n++
		if got := shell.Classify(command, world()); got.Decision.String() != want {
			t.Errorf("line %d: %s\n\tgot %s (%s), want %s", i+1, command, got.Decision, got.Reason, want)
		}
	}
	if n < 150 {
		t.Errorf("only %d commands", n)
	}
}

func TestKeys(t *testing.T) {
	for command, want := range map[string][]string{
		"ls -l":                               nil,
		"go test ./... -run X":                {"go test"},
		"go test -exec ./evil ./...":          nil,
		"go test -o /tmp/x ./...":             {"= go test -o /tmp/x ./..."},
		"go test ../other":                    {"= go test ../other"},
		"go test ./... > out.txt":             {"= go test ./... >out.txt"},
		"go test ./... | tail -5":             {"go test"},
		"go test ./... | tee out":             {"go test", "= go test ./... | tee out"},
		"git commit -m 'a b' && git push":     {"git commit", "= git push"},
		"git push origin main":                {"= git push origin main"},
		"git checkout -b topic":               {"git checkout -b"},
		"git checkout -b topic origin/x":      {"= git checkout -b topic origin/x"},
		"cd sub && npm run build":             {"npm run build"},
		"cd sub && rm x":                      {"= cd sub && rm x"},
		"npm test":                            {"npm test"},
		"rm a.txt":                            {"= rm a.txt"},
		"rm 'a b.txt'":                        {"= rm 'a b.txt'"},
		"go vet ./... > new.txt":              {"= go vet ./... >new.txt"},
		"timeout 10 go build ./...":           {"go build"},
		"for f in a b; do go run ./$f; done":  {"= go run ./a", "= go run ./b"},
		"docker --context x run y":            {"= docker --context x run y"},
		"curl https://example.com":            {"= curl https://example.com"},
		"cat /etc/hosts":                      {"= cat /etc/hosts"},
		"go generate ./... ; go generate ./a": {"go generate"},
		"make lint":                           {"= make lint"},
		"gh pr view 5":                        {"= gh pr view 5"},
		"LC_ALL=C cargo build --release":      {"= LC_ALL=C cargo build --release"},
		"cargo build --release":               {"cargo build"},
		"cargo build --config x":              {"= cargo build --config x"},
		"bash scripts/x.sh":                   {"= bash scripts/x.sh"},
		"echo $(go build ./...)":              {"go build"},
		"uv run python -c x":                  {"= uv run python -c x"},
		"npx --yes cowsay hi":                 {"= npx --yes cowsay hi"},
	} {
		var got []string
		for _, g := range shell.Classify(command, world()).Grants {
			got = append(got, g.Key.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", command, diff)
		}
	}
}

// FuzzClassify checks that nothing crashes it, and that a deletion of the root is found even if it is joined to something
// else.
func FuzzClassify(f *testing.F) {
	f.Add("ls -l | grep x")
	f.Add("()0")
	f.Add("a=(1 2); echo ${a[0]}; [[ x -eq 1 ]]; cat <<X\n$(id)\nX\n")
	f.Fuzz(func(t *testing.T, command string) {
		shell.Classify(command, world())
		if shell.Classify(command, world()).Decision == shell.Allow {
			if v := shell.Classify(command+"\nrm -rf /", world()); v.Decision < shell.AskEach {
				t.Errorf("%q lets a deletion of the root through: %+v", command, v)
			}
		}
	})
}
