package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"ptk-lsp/cmd/ptk-lsp/backend"
	proc "ptk-lsp/tools/process"
)

// editorFindings check which editors with a front end are on the PATH.
func editorFindings(ctx context.Context, b *backend.Backend) []finding {
	place := proc.Place{Neutral: b.NeutralDir, Folders: b.Folders()}
	var found []finding
	for _, e := range []struct{ name, program, do string }{
		{"Neovim", "nvim", "Install Neovim 0.10 or newer, then see editors/neovim/README.md."},
		{"VS Code", "code", "Install the extension in the editor: see editors/vscode/README.md."},
	} {
		f := finding{Area: "editor", Name: e.name}
		if says, err := firstLine(ctx, place, e.program, "--version"); err != nil {
			f.Says, f.Do = e.program+" is not on the PATH", e.do
		} else {
			f.OK, f.Says = true, says
		}
		found = append(found, f)
	}
	return found
}

// firstLine runs a program for at most 5 seconds and returns the first line that it prints.
func firstLine(ctx context.Context, place proc.Place, argv ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	spec, err := place.Spec(argv, "", os.Environ())
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, spec.Argv[0], spec.Argv[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = spec.Dir, spec.Env, time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("running %s: %w", argv[0], err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}
