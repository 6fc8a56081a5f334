package vscode

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// bed has the paths of the VS Code that test/beds/vscode.sh installs.
type bed struct {
	Node       string `json:"node"`
	CodeServer string `json:"codeServer"`
	Modules    string `json:"modules"`
	Chromium   string `json:"chromium"`
}

func findBed(t *testing.T, root string) bed {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, ".tools", "vscode", "bed.json"))
	if err != nil {
		t.Fatalf("there is no VS Code to test in; run test/beds/vscode.sh: %v", err)
	}
	var b bed
	if err := json.Unmarshal(data, &b); err != nil {
		t.Fatalf("reading bed.json: %v; run test/beds/vscode.sh", err)
	}
	return b
}

// buildVsix packages the extension with the server of this tree, or returns the package in PTK_E2E_VSIX.
func buildVsix(t *testing.T, root string) string {
	t.Helper()
	if built := os.Getenv("PTK_E2E_VSIX"); built != "" {
		return built
	}
	out := filepath.Join(t.TempDir(), "ptk.vsix")
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "editors", "vscode", "scripts", "vsix.sh"), "linux-x64", out)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the .vsix: %v\n%s", err, text)
	}
	return out
}
