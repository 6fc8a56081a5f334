package shell_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/shell"
)

// reach is that of a workspace at /ws with the home folder at /home/u.
func reach(p string) shell.Reach {
	if strings.HasPrefix(p, "~") {
		return shell.Outside
	}
	if !path.IsAbs(p) {
		p = path.Join("/ws", p)
	}
	if strings.Contains(p, "/.env") || strings.HasSuffix(p, ".pem") {
		return shell.Secret
	}
	if !strings.HasPrefix(path.Clean(p)+"/", "/ws/") {
		return shell.Outside
	}
	if strings.Contains(p, "/.git/") || strings.Contains(p, "/.vscode/") {
		return shell.Protected
	}
	return shell.Inside
}

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
		if got := shell.Classify(command, reach); got.Decision.String() != want {
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
		"git commit -m 'a b' && git push":     {"git commit", "git push"},
		"cd sub && npm run build":             {"npm run build"},
		"npm test":                            {"npm test"},
		"rm a.txt":                            {"rm a.txt"},
		"rm 'a b.txt'":                        {"rm 'a b.txt'"},
		"go vet ./... > out.txt":              {"> out.txt", "go vet"},
		"timeout 10 go build ./...":           {"go build"},
		"for f in a b; do go run ./x; done":   {"go run ./x"},
		"docker --context x run y":            {"docker --context x run y"},
		"curl https://example.com":            {"curl https://example.com"},
		"cat /etc/hosts":                      {"cat /etc/hosts"},
		"go generate ./... ; go generate ./a": {"go generate"},
		"make lint":                           {"make"},
		"gh pr view 5":                        {"gh pr view"},
		"FOO_bar=1 cargo build --release":     {"cargo build"},
		"bash scripts/x.sh":                   {"bash scripts/x.sh"},
		"echo $(go build ./...)":              {"go build"},
		"uv run python -c x":                  {"uv run python -c x"},
		"npx --yes cowsay hi":                 {"npx --yes cowsay hi"},
	} {
		if diff := cmp.Diff(want, shell.Classify(command, reach).Keys); diff != "" {
			t.Errorf("%s: %s", command, diff)
		}
	}
}

// FuzzClassify checks that nothing breaks it, and that nothing which deletes the root slips through joined to something else.
func FuzzClassify(f *testing.F) {
	f.Add("ls -l | grep x")
	f.Add("()0")
	f.Add("a=(1 2); echo ${a[0]}; [[ x -eq 1 ]]; cat <<X\n$(id)\nX\n")
	f.Fuzz(func(t *testing.T, command string) {
		shell.Classify(command, reach)
		if shell.Classify(command, reach).Decision == shell.Allow {
			if v := shell.Classify(command+"\nrm -rf /", reach); v.Decision < shell.AskEach {
				t.Errorf("%q lets a deletion of the root through: %+v", command, v)
			}
		}
	})
}
