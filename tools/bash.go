package tools

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// Shell is what the tools that run commands need; the zero value runs them unconfined with the usual limits.
type Shell struct {
	// Jobs are the commands in the background; without it there are none.
	Jobs *Jobs
	// Self is the path of this program, by which commands are confined where the system can; "" confines nothing.
	Self string
	// Temp is a folder of the program's own, in which commands may write and long outputs are kept; it must be there.
	Temp string
	// Cache is a folder for the caches of compilers and package managers, which confined commands keep apart from the
	// user's; one that stays makes builds fast. "" is a folder in Temp.
	Cache string
	// Network allows connections to all commands, not only to those that were agreed to with them.
	Network bool
	// Timeout and MaxTimeout are 5 and 60 seconds where they are 0.
	Timeout, MaxTimeout time.Duration
	// Environ is the environment, of which commands get what is known to hold no secrets; KeyNames hold keys for certain.
	Environ  []string
	KeyNames []string
	// Pass are names of variables that go along to commands beside those that are known to hold no secrets.
	Pass []string
	// Secrets are the files that are not read without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	walls   walls
	// journal is told what commands do to files that the conversation knows; nil where nothing can be undone.
	journal *journal.Journal
}

type bashArgs struct {
	Command     string `json:"command" jsonschema:"command line for bash"`
	Description string `json:"description,omitempty" jsonschema:"what it does, in five to ten words"`
	Timeout     int    `json:"timeout,omitempty" jsonschema:"seconds that it may take" default:"5"`
	WorkingDir  string `json:"working_dir,omitempty" jsonschema:"folder in which it runs, relative to the workspace" default:"."`
	Background  bool   `json:"background,omitempty" jsonschema:"let it run on, and look at it with job_output" default:"false"`
	Network     bool   `json:"network,omitempty" jsonschema:"it needs to connect to other machines" default:"false"`
}

// Ran is the result of the tools bash, job_output and job_stop.
type Ran struct {
	Output     string `json:"output"`
	ReturnCode *int   `json:"return_code,omitempty"` // missing while it runs
	TimedOut   bool   `json:"timed_out"`
	Truncated  bool   `json:"truncated"`
	JobID      string `json:"job_id,omitempty"`
	Running    bool   `json:"running,omitempty"`
	Note       string `json:"note,omitempty"`
	// Changed are files that the conversation had read and the command has changed or deleted.
	Changed []string `json:"changed_files,omitempty"`
	// Created are the first of the files that the command has made.
	Created []string `json:"created_files,omitempty"`
	// Steering are new files that other programs execute or obey, with the reason, which the command did not name.
	Steering []string `json:"steering_files,omitempty"`
}

// Preview gives the last lines, where the outcome of a command mostly stands.
func (r Ran) Preview() []string {
	lines := splitLines(r.Output)
	if r.ReturnCode != nil && *r.ReturnCode != 0 {
		lines = append(lines, fmt.Sprintf("exit code %d", *r.ReturnCode))
	}
	for _, s := range r.Steering {
		lines = append(lines, "It has made "+s)
	}
	return lines[max(0, len(lines)-4):]
}

func (s *Shell) bash() Tool {
	return New(Spec{
		Name: "bash", Kind: KindExecute, Confirm: true, Alone: true,
		Description: "Runs a command with bash in the workspace. Standard input is empty. It can write only inside the workspace and connect nowhere unless network is given. To read, search and edit files, prefer the tools for it.",
	}, s.prepare)
}

func (s *Shell) prepare(ctx context.Context, c *Call, a bashArgs) (*Action, error) {
	if strings.TrimSpace(a.Command) == "" {
		return nil, &Error{Type: ValidationError, Code: codeInvalid, Message: "command is empty."}
	}
	dir, err := c.Workspace.Resolve(cmp.Or(a.WorkingDir, "."))
	if err != nil {
		return nil, err
	}
	if info, err := c.Workspace.Stat(dir.Path); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, &Error{Type: UserError, Message: a.WorkingDir + " is no folder."}
	}
	v := shell.Classify(a.Command, s.world(ctx, c, dir.Path))
	if v.Decision == shell.Refuse {
		return nil, &Error{Type: SecurityError, Message: "The command is refused: it " + v.Reason + ".", Suggestion: "Say what is to be reached; there is a way that destroys less."}
	}
	network := s.Network || a.Network
	act := &Action{
		Title: title(a), Command: a.Command, Description: a.Description, Locations: []Location{{Path: dir.Path}}, Timeout: s.timeout(a) + 5*time.Second,
	}
	if v.Decision == shell.Allow {
		if why := s.asksAnyway(ctx, c, v.Free); why != "" {
			v.Decision, v.Reason = shell.Ask, why
			v.Keys, v.Covers = shell.ExactKey(a.Command)
		}
	}
	act.Do = func(ctx context.Context) (*Result, error) {
		if act.Consent == ConsentFree {
			return s.run(ctx, c, a, dir.Path, running{command: v.Free, free: true}) // what was judged, not the text it was read from
		}
		return s.watched(ctx, c, a.Command, func() (*Result, error) {
			return s.run(ctx, c, a, dir.Path, running{command: a.Command, network: network, writes: v.Writes})
		})
	}
	s.consent(act, v, a)
	return act, nil
}

// consent turns the verdict into what the gate asks for. What a command is allowed beside itself, such as the network, is part
// of its keys: a rule holds for the two together.
func (s *Shell) consent(act *Action, v shell.Verdict, a bashArgs) {
	if v.Decision == shell.Allow && !a.Network && !a.Background {
		act.Consent, act.Keys = ConsentFree, []string{a.Command}
		return
	}
	var risks []string
	if v.Reason != "" {
		risks = append(risks, "It "+v.Reason+".")
	}
	if v.Decision == shell.Allow {
		v.Keys, v.Covers = shell.ExactKey(a.Command)
	}
	if a.Network {
		risks = append(risks, "It may connect to other machines.")
		v = v.With("(network)")
	}
	if a.Background {
		risks = append(risks, "It runs on in the background.")
		v = v.With("(background)")
	}
	act.Risk = strings.Join(risks, " ")
	if v.Decision == shell.AskEach || len(v.Keys) == 0 {
		act.Consent, act.Keys = ConsentEach, append(v.Keys, a.Command)
		return
	}
	act.Keys = v.Keys
	var patterns []string
	for _, k := range v.Keys {
		patterns = append(patterns, quoteRule(k))
	}
	act.RuleKey = strings.Join(patterns, "\n")
	act.Rule = strings.Join(v.Covers, "; ") + "; no other command beside it"
}

// longestTitle is how much of a command a title has, in characters.
const longestTitle = 300

// title tells the command, the beginning of a long one.
func title(a bashArgs) string {
	runes := []rune(a.Command)
	if len(runes) <= longestTitle {
		return "Run: " + a.Command
	}
	return fmt.Sprintf("Run: %s… (%d characters)", string(runes[:longestTitle]), len(runes))
}
