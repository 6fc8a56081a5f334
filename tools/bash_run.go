package tools

import (
	"cmp"
	"context"
	"fmt"
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

// run runs the command and waits for it, or lets it run on in the background.
func (s *Shell) run(ctx context.Context, c *Call, a bashArgs, dir string, network bool) (*Result, error) {
	spec, confined, err := s.spec(c, a.Command, dir, network)
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
	return s.judged(out, a, confined && !network, confined), nil
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
func (s *Shell) judged(out Ran, a bashArgs, cut, confined bool) *Result {
	failed := out.ReturnCode != nil && *out.ReturnCode != 0
	switch {
	case out.TimedOut:
		r := succeed(out)
		r.Err = &Error{
			Type: SystemError, Message: fmt.Sprintf("The command was ended after %v.", s.timeout(a)),
			Suggestion: fmt.Sprintf("Give a longer timeout (%v at most), or run it in the background.", cmp.Or(s.MaxTimeout, 60*time.Second)),
		}
		return r
	case failed && confined && strings.Contains(out.Output, "ermission denied"):
		out.Note = "Commands may write only inside the workspace and in $TMPDIR."
		if cut {
			out.Note += " They connect nowhere unless network is given."
		}
	case failed && cut && mentions(out.Output, "not resolve", "ECONN", "EAI_AGAIN", "network", "dial tcp", "onnection"):
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
func (s *Shell) spec(c *Call, command, dir string, network bool) (spec process.Spec, confined bool, err error) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		return spec, false, &Error{Type: SystemError, Message: "There is no bash on this machine.", Suggestion: "Go on without running commands.", Cause: err}
	}
	argv := []string{bash, "-c", command}
	if ok, _ := sandbox.Available(); ok && s.Self != "" {
		p := sandbox.Policy{Network: network, Write: []string{s.Temp, s.cache()}}
		for _, f := range c.Workspace.Folders() {
			p.Write = append(p.Write, f.Path)
		}
		if argv, err = sandbox.Wrap(s.Self, p, argv); err != nil {
			return spec, false, err
		}
		confined = true
	}
	return process.Spec{Argv: argv, Dir: dir, Env: s.env(confined), Spill: s.Temp}, confined, nil
}
