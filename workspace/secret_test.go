package workspace_test

import (
	"testing"

	"ptk-lsp/workspace"
)

func TestSecrets(t *testing.T) {
	for path, want := range map[string]bool{
		".env": true, "sub/.env.local": true, ".ENV": true, ".env.": true, ".env ": true, ".env::$DATA": true, "prod.env": true,
		".env.example": false, "env": false, "environment.go": false,
		"id_rsa": true, "keys/id_ed25519": true, "id_rsa.pub": false, "server.key": true, "ca.pem": true, "home/.aws/credentials": true,
		".ssh/config": true, ".aws/config": true,
		".npmrc": true, "credentials.json": true, "keyboard.go": false, "main.go": false, "secrets.yml": true, "docs/secrets.md": false,
		"terraform.tfstate": true,
		"untitled:.env":     true, "untitled:%2Eenv": true, "untitled:/w/id_rsa": true, "vscode-remote://host/w/.aws/config": true,
		"vscode-vfs://github/o/r/.env?ref=main": true,
		"untitled:Untitled-1":                   false, "vscode-remote://id_rsa/main.go": false,
	} {
		if got := workspace.DefaultSecrets().Match(path); got != want {
			t.Errorf("%q: got %v", path, got)
		}
	}
}

// ordinary are paths as most trees have them.
func ordinary() []string {
	return []string{
		"src/components/deep/button/index.tsx", "internal/server/handler_test.go", "README.md", "docs/guide/getting-started.md",
		"lib/a.py", "node_modules/left-pad/lib/index.js", "assets/logo@2x.png", "go.sum",
	}
}

// The sandbox looks every file of a tree up before a command runs.
func TestSecretsDoNotAllocate(t *testing.T) {
	secrets, paths := workspace.DefaultSecrets(), ordinary()
	if n := testing.AllocsPerRun(100, func() {
		for _, p := range paths {
			secrets.Match(p)
			workspace.Steers(p)
		}
	}); n > 2 { // README is folded

		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSecrets(b *testing.B) {
	secrets, paths := workspace.DefaultSecrets(), ordinary()
	for i := 0; b.Loop(); i++ {
		secrets.Match(paths[i%len(paths)])
	}
}

func BenchmarkSteers(b *testing.B) {
	paths := ordinary()
	for i := 0; b.Loop(); i++ {
		workspace.Steers(paths[i%len(paths)])
	}
}
