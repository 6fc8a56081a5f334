package tools

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"ptk-lsp/tools/process"
	"ptk-lsp/tools/sandbox"
)

func (s *Shell) timeout(a bashArgs) time.Duration {
	t := cmp.Or(time.Duration(max(a.Timeout, 0))*time.Second, s.Timeout, 5*time.Second)
	return min(t, cmp.Or(s.MaxTimeout, 60*time.Second))
}

// running says how a command is run.
type running struct {
	command string
	free    bool     // nobody was asked
	network bool     // it may connect
	writes  []string // protected files that the question named, absolute
}

// run runs the command and waits for it, or lets it run on in the background.
func (s *Shell) run(ctx context.Context, c *Call, a bashArgs, dir string, how running) (*Result, error) {
	spec, confined, err := s.spec(ctx, c, dir, how)
	if err != nil {
		return nil, err
	}
	if a.Background {
		if s.Jobs == nil {
			return nil, &Error{Type: UserError, Message: "There are no background jobs here.", Suggestion: "Run it without background."}
		}
		id, err := s.Jobs.start(c.ConversationID, spec)
		if err != nil {
			return nil, err
		}
		return succeed(Ran{JobID: id, Running: true, Note: "It runs in the background; look at it with job_output, end it with job_stop."}), nil
	}
	spec.Output = c.Output
	p, err := process.Start(spec)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout(a))
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
	if most := p.Exceeded(); most != "" {
		return ended(out, most), nil
	}
	return s.judged(out, a, how, confined), nil
}

// ended tells of a command that took too much of the system.
func ended(out Ran, most string) *Result {
	r := succeed(out)
	r.Err = &Error{
		Type: SystemError, Message: "The command was ended: it took " + most + ".",
		Suggestion: "Have it do or print less, for instance with head, or by looking for less.",
	}
	return r
}

// ran gives what a process has come to.
func ran(p *process.Process) Ran {
	o := p.Output()
	r := Ran{Output: o.Text, Truncated: o.Truncated}
	if code, ended := p.Ended(); ended {
		r.ReturnCode = &code
	}
	return r
}

// judged adds what helps to go on after a command that did not succeed.
func (s *Shell) judged(out Ran, a bashArgs, how running, confined bool) *Result {
	failed, cut := out.ReturnCode != nil && *out.ReturnCode != 0, confined && !how.network
	switch {
	case out.TimedOut:
		r := succeed(out)
		r.Err = &Error{
			Type: SystemError, Message: fmt.Sprintf("The command was ended after %v.", s.timeout(a)),
			Suggestion: fmt.Sprintf("Give a longer timeout (%v at most), or run it in the background.", cmp.Or(s.MaxTimeout, 60*time.Second)),
		}
		return r
	case failed && how.free && mentions(out.Output, "ermission denied", "not permitted", "Read-only file system"):
		out.Note = "It ran without a question, and so could read only the workspace without its secrets and the system's programs, and write nothing."
	case failed && confined && strings.Contains(out.Output, "ermission denied"):
		out.Note = "Commands may write only inside the workspace and in $TMPDIR."
		if cut {
			out.Note += " They connect nowhere unless network is given."
		}
	case failed && confined && strings.Contains(out.Output, "Read-only file system"):
		out.Note = "Files that steer other programs, such as .git/hooks, .git/config, .vscode and .envrc, are read-only for commands unless the question names them. Change them with the tools for files."
	case failed && cut && mentions(out.Output, "not resolve", "ECONN", "EAI_AGAIN", "network", "dial tcp", "onnection", "socket"):
		out.Note = "Commands connect nowhere unless network is given."
	}
	return succeed(out)
}

func mentions(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// spec says how a command is run.
func (s *Shell) spec(ctx context.Context, c *Call, dir string, how running) (spec process.Spec, confined bool, err error) {
	if how.free {
		spec, err = s.freeSpec(ctx, c, how.command, dir)
		return spec, true, err
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		return spec, false, noBash(err)
	}
	spec = process.Spec{Argv: []string{bash, "-c", how.command}, Dir: dir, Spill: s.Temp, MaxOutput: agreedOutput}
	if ok, _ := sandbox.Available(); ok && s.Self != "" {
		if err := os.MkdirAll(s.cache(), 0o700); err != nil {
			return spec, false, fmt.Errorf("making the folder for caches: %w", err)
		}
		spec.Begin, confined = s.begin(s.agreedPolicy(ctx, c, how)), true
	}
	spec.Env = s.env(confined, how.network)
	return spec, confined, nil
}
