package shell_test

import (
	"path"
	"slices"
	"strings"

	"ptk-lsp/tools/shell"
)

// tree is the workspace /ws of the tests, with the home folder /home/u beside it. Folders end with a slash.
var tree = []string{
	"README.md", "main.go", "main_test.go", "go.mod", "package.json", "Makefile", "data.txt", "names.txt", "log.txt", "a", "a.txt",
	"b.txt", "routes.go", ".env", "server.pem", ".gitignore",
	"-rf", "src/", "src/main.go", "src/util.go", "src/app.ts", "docs/", "docs/index.md", "sub/", "sub/x", "sub/.env", "cmd/",
	"cmd/x/", "cmd/x/main.go", "internal/", "internal/a.go", "test/", "test/a_test.go",
	".git/", ".git/config", ".git/hooks/", ".vscode/", ".vscode/tasks.json", ".github/", ".github/workflows/", ".github/workflows/ci.yml",
	"evil/", "evil/HEAD", "plain/", "plain/x.txt", "plain/y.go", "scripts/", "scripts/build.sh",
}

func exists(p string) bool {
	p = path.Clean(p)
	rel, ok := strings.CutPrefix(p, "/ws/")
	return p == "/ws" || ok && (slices.Contains(tree, rel) || slices.Contains(tree, rel+"/"))
}

func secret(p string) bool {
	return strings.Contains(p, "/.env") || strings.HasSuffix(p, ".pem") || strings.Contains(p, "/.ssh/")
}

func reach(p string) shell.Reach {
	p = path.Clean(p)
	switch {
	case secret(p):
		return shell.Secret
	case !strings.HasPrefix(p+"/", "/ws/"):
		return shell.Outside
	case strings.Contains(p+"/", "/.git/") || strings.Contains(p, "/.vscode/"):
		return shell.Protected
	}
	return shell.Inside
}

// world is a machine with that tree, on which all programs are installed.
func world() shell.World {
	return shell.World{
		Dir: "/ws", Base: "/ws", Home: "/home/u", Path: "/usr/bin:/bin", Reach: reach, Exists: exists,
		List: func(dir string) ([]string, bool) {
			var names []string
			for _, f := range tree {
				if full := "/ws/" + strings.TrimSuffix(f, "/"); path.Dir(full) == path.Clean(dir) {
					names = append(names, path.Base(full))
				}
			}
			return names, true
		},
		IsDir: func(p string) bool {
			rel, ok := strings.CutPrefix(path.Clean(p), "/ws/")
			return path.Clean(p) == "/ws" || ok && slices.Contains(tree, rel+"/")
		},
		Program: func(name string) string {
			if strings.Contains(name, "/") || strings.HasPrefix(name, "not_") {
				return ""
			}
			return "/usr/bin/" + name
		},
		Secrets: func(dir string, wanted func(string) bool) ([]string, bool) {
			var names []string
			for _, f := range tree {
				if full := "/ws/" + f; strings.HasPrefix(full, path.Clean(dir)+"/") && secret(full) && wanted(path.Base(f)) {
					names = append(names, path.Base(f))
				}
			}
			return names, true
		},
		Git: func(dir string) shell.Repository {
			if strings.HasPrefix(dir, "/ws/evil") || strings.HasPrefix(dir, "/ws/.git") {
				return shell.Repository{Unsafe: "is bare"}
			}
			return shell.Repository{Secrets: func() bool { return false }}
		},
	}
}
