package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	programs "ptk-lsp/tools/process"
	"ptk-lsp/tools/sandbox"
)

// sandboxFindings tell what the sandboxes of commands hold back here. Each line was tried on the spot.
func (a *app) sandboxFindings(ctx context.Context) []finding {
	box := sandbox.New(a.self())
	var found []finding
	if ok, why := box.Strict(); !ok {
		found = append(found, finding{Area: "sandbox", Name: "unasked commands", Says: why, Do: "Nothing runs unasked here; look well at each command before you allow it."})
	}
	if ok, words := sandbox.Available(); !ok {
		return append(found, finding{Area: "sandbox", Name: "agreed commands", Says: words, Do: "Look well at each command before you allow it."})
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		return append(found, finding{Area: "sandbox", Name: "bash", Says: err.Error(), Do: "Install bash; without it no command runs."})
	}
	claims, err := box.Probe(ctx, bash)
	if err != nil {
		return append(found, finding{Area: "sandbox", Name: "trial", Says: err.Error(), Do: "Look well at each command before you allow it."})
	}
	for _, c := range claims {
		f := finding{Area: "sandbox", Name: c.Policy + ": " + c.Name, OK: c.Holds, Says: c.Says}
		if !c.Holds {
			f.Do = "This wall does not hold here; look well at each command before you allow it."
		}
		found = append(found, f)
	}
	return append(found, outputFinding(ctx, bash))
}

// outputFinding tries that a flood of output is ended.
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
	p, err := programs.Start(programs.Spec{Argv: []string{bash, "--norc", "-c", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done"}, Spill: dir, MaxOutput: 1 << 20, Hard: true})
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
