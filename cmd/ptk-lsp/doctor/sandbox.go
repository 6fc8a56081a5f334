package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	programs "ptk-lsp/tools/process"
	"ptk-lsp/tools/sandbox"
)

const check = "Check each command before you allow it."

// sandboxFindings try what the sandboxes of commands prevent on this machine. Program is this one, or "" if it can't confine.
func sandboxFindings(ctx context.Context, program string) []finding {
	box := sandbox.New(program)
	var found []finding
	if ok, why := box.Strict(); !ok {
		found = append(found, finding{
			Area: "sandbox", Name: "unasked commands", Says: why,
			Do: "No command runs without asking here. Check each command before you allow it.",
		})
	}
	if ok, why := sandbox.Available(); !ok {
		return append(found, finding{Area: "sandbox", Name: "agreed commands", Says: why, Do: check})
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		return append(found, finding{Area: "sandbox", Name: "bash", Says: err.Error(), Do: "Install bash: commands need it."})
	}
	claims, err := box.Probe(ctx, bash)
	if err != nil {
		return append(found, finding{Area: "sandbox", Name: "trial", Says: err.Error(), Do: check})
	}
	for _, c := range claims {
		f := finding{Area: "sandbox", Name: c.Policy + ": " + c.Name, OK: c.Holds, Says: c.Says}
		if !c.Holds {
			f.Do = "This protection does not work here. " + check
		}
		found = append(found, f)
	}
	return append(found, outputFinding(ctx, bash))
}

// outputFinding tries whether a command with too much output is ended.
func outputFinding(ctx context.Context, bash string) finding {
	f := finding{Area: "sandbox", Name: "output"}
	dir, err := os.MkdirTemp("", "ptk-output-")
	if err != nil {
		f.Says = err.Error()
		return f
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	const flood = "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done"
	p, err := programs.Start(programs.Spec{
		Argv: []string{bash, "--norc", "-c", flood}, Spill: dir, MaxOutput: 1 << 20, Hard: true,
	})
	if err != nil {
		f.Says = err.Error()
		return f
	}
	_, err = p.Wait(ctx)
	if f.OK = err == nil && p.Exceeded() != ""; !f.OK {
		f.Says = fmt.Sprintf("NOT HELD: a flood of output goes on (%v)", err)
		return f
	}
	f.Says = "of a command is ended where it is too much"
	return f
}
