package tools

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"ptk-lsp/tools/process"
	"ptk-lsp/tools/sandbox"
)

// How many bytes a command may write to its output before it is killed.
const (
	freeOutput   = 16 << 20
	agreedOutput = 256 << 20
)

// run runs the command and waits for it, or starts it in the background.
func (b *bash) run(ctx context.Context, c *Call, a bashArgs, dir string, r running) (*Result, error) {
	spec, confined, err := b.spec(ctx, c, dir, r)
	if err != nil {
		return nil, err
	}
	if a.Background {
		if b.Jobs == nil {
			return nil, &Error{Type: UserError, Message: "There are no background jobs here.", Suggestion: "Run it without background."}
		}
		id, err := b.Jobs.start(c.ConversationID, spec)
		if err != nil {
			return nil, err
		}
		return succeed(
			Ran{JobID: id, Running: true, Note: "It runs in the background; look at it with job_output, end it with job_stop."},
		), nil
	}
	spec.Output = c.Output
	p, err := process.Start(spec)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, b.timeout(a.Timeout))
	defer cancel()
	killed, err := p.Wait(limited)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := ran(p)
	out.TimedOut = killed
	if err != nil {
		out.Note = err.Error()
	}
	if limit := p.Exceeded(); limit != "" {
		return exceeded(out, limit), nil
	}
	if killed {
		return b.late(out, a), nil
	}
	if note := hint(out, r, confined); note != "" {
		out.Note = note
	}
	return succeed(out), nil
}

// exceeded returns the result of a command that was killed because it used too much of the system.
func exceeded(out Ran, limit string) *Result {
	r := succeed(out)
	r.Err = &Error{
		Type: SystemError, Message: "The command was ended: it took " + limit + ".",
		Suggestion: "Have it do or print less, for instance with head, or by looking for less.",
	}
	return r
}

// late returns the result of a command that was killed because it ran too long.
func (b *bash) late(out Ran, a bashArgs) *Result {
	r := succeed(out)
	r.Err = &Error{
		Type: SystemError, Message: fmt.Sprintf("The command was ended after %v.", b.timeout(a.Timeout)),
		Suggestion: fmt.Sprintf("Give a longer timeout (%v at most), or run it in the background.", b.maxTimeout()),
	}
	return r
}

// hint returns what helps the model to go on after a command that failed because of the sandbox; "" if nothing does.
func hint(out Ran, r running, confined bool) string {
	if out.ReturnCode == nil || *out.ReturnCode == 0 {
		return ""
	}
	offline := confined && !r.network
	switch {
	case r.free && mentions(out.Output, "ermission denied", "not permitted", "Read-only file system"):
		return "It ran without a question, and so could read only the workspace without its secrets and the system's programs, " +
			"and write nothing."
	case confined && strings.Contains(out.Output, "ermission denied") && offline:
		return "Commands may write only inside the workspace and in $TMPDIR. They connect nowhere unless network is given."
	case confined && strings.Contains(out.Output, "ermission denied"):
		return "Commands may write only inside the workspace and in $TMPDIR."
	case confined && strings.Contains(out.Output, "Read-only file system"):
		return "Files that steer other programs, such as .git/hooks, .git/config, .vscode and .envrc, are read-only for commands " +
			"unless the question names them. Change them with the tools for files."
	case offline && mentions(out.Output, "not resolve", "ECONN", "EAI_AGAIN", "network", "dial tcp", "onnection", "socket"):
		return "Commands connect nowhere unless network is given."
	}
	return ""
}

func mentions(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// spec returns how to run a command, and whether it is confined.
func (b *bash) spec(ctx context.Context, c *Call, dir string, r running) (spec process.Spec, confined bool, err error) {
	if r.free {
		spec, err = b.freeSpec(ctx, c, r.command, dir)
		return spec, true, err
	}
	program, err := exec.LookPath("bash")
	if err != nil {
		return spec, false, noBash(err)
	}
	spec = process.Spec{Argv: []string{program, "-c", r.command}, Dir: dir, Spill: b.Temp, MaxOutput: agreedOutput}
	if ok, _ := sandbox.Available(); ok && b.Self != "" {
		if err := os.MkdirAll(b.cache(), 0o700); err != nil {
			return spec, false, fmt.Errorf("making the folder for caches: %w", err)
		}
		spec.Begin, confined = b.box.begin(b.box.agreedPolicy(ctx, c, r)), true
	}
	spec.Env = b.env(confined, r.network)
	return spec, confined, nil
}

// freeSpec returns how to run a command without a question.
func (b *bash) freeSpec(ctx context.Context, c *Call, command, dir string) (process.Spec, error) {
	p, _, err := b.box.freePolicy(ctx, c)
	if err != nil {
		return process.Spec{}, err
	}
	program, err := lookIn(sandbox.SystemPath, "bash")
	if err != nil {
		return process.Spec{}, noBash(err)
	}
	return process.Spec{
		Argv: []string{program, "--norc", "--noprofile", "-c", command}, Dir: dir, Env: b.freeEnv(),
		Spill: b.Temp, MaxOutput: freeOutput, Hard: true, Begin: b.box.begin(p),
	}, nil
}

// lookIn finds a program in the folders of a PATH.
func lookIn(list, name string) (string, error) {
	for _, dir := range filepath.SplitList(list) {
		file := filepath.Join(dir, name)
		info, err := os.Stat(file)
		if err == nil && filepath.IsAbs(dir) && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return file, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, exec.ErrNotFound)
}

func noBash(err error) error {
	return &Error{
		Type: SystemError, Message: "There is no bash on this machine.", Suggestion: "Go on without running commands.", Cause: err,
	}
}
