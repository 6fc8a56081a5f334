//go:build linux

// Package llama tests the program with the server of llama.cpp, a real one, and models that are made by hand (package tiny).
package llama

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/test/llama/tiny"
)

// bed is what all tests share: the program, the server and the models, made once.
var bed struct {
	program string
	server  string
	models  string // the folder of the models
}

func TestMain(m *testing.M) {
	code := 1
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else if code = m.Run(); code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	_ = os.RemoveAll(bed.models)
	os.Exit(code)
}

// repository returns the folder of this repository.
func repository() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

func prepare() error {
	bed.server = filepath.Join(repository(), ".tools", "llama", "llama-server")
	if dir := os.Getenv("PTK_TOOLS"); dir != "" {
		bed.server = filepath.Join(dir, "llama", "llama-server")
	}
	if _, err := os.Stat(bed.server); err != nil {
		return fmt.Errorf("%w\nrun test/beds/llama.sh to install it", err)
	}
	dir, err := os.MkdirTemp("", "ptk-llama")
	if err != nil {
		return err
	}
	bed.models, bed.program = dir, filepath.Join(dir, "ptk-lsp")
	if out, err := exec.Command("go", "build", "-o", bed.program, "ptk-lsp/cmd/ptk-lsp").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	corpus, err := os.ReadFile(filepath.Join(repository(), "docs", "tools.md"))
	if err != nil {
		return err
	}
	pairs := tiny.Learn(string(corpus), 1500)
	for name, o := range map[string]tiny.Options{
		"tiny": {}, "slow": {Layers: 4}, "embed": {Mean: true},
	} {
		o.Name, o.Scripts, o.Pairs = name, scripts(), pairs
		if err := writeModel(o); err != nil {
			return err
		}
	}
	return nil
}

func model(name string) string { return filepath.Join(bed.models, name+".gguf") }

func writeModel(o tiny.Options) error {
	f, err := os.Create(model(o.Name))
	if err != nil {
		return err
	}
	if err := tiny.Write(f, o); err != nil {
		return err
	}
	return f.Close()
}
