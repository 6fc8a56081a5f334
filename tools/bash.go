package tools

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace/journal"
)

type bashArgs struct {
	Command     string `json:"command" jsonschema:"command line for bash"`
	Description string `json:"description,omitempty" jsonschema:"what it does, in five to ten words"`
	Timeout     int    `json:"timeout,omitempty" jsonschema:"seconds that it may take" default:"5"`
	WorkingDir  string `json:"working_dir,omitempty" jsonschema:"folder in which it runs, relative to the workspace" default:"."`
	Background  bool   `json:"background,omitempty" jsonschema:"let it run on, and look at it with job_output" default:"false"`
	Network     bool   `json:"network,omitempty" jsonschema:"it needs to connect to other machines" default:"false"`
}

// bash runs commands.
type bash struct {
	*Shell
	box     *confinement
	effects effects
}

func newBash(s *Shell, j *journal.Journal) *bash {
	return &bash{s, newConfinement(s), effects{s, j}}
}

func (b *bash) tool() Tool {
	return New(Spec{
		Name: "bash", Kind: KindExecute, Confirm: true, Alone: true,
		Description: "Runs a command with bash in the workspace. Standard input is empty. It can write only inside the workspace " +
			"and connect nowhere unless network is given. To read, search and edit files, prefer the tools for it.",
	}, b.prepare)
}

func (b *bash) prepare(ctx context.Context, c *Call, a bashArgs) (*Action, error) {
	if strings.TrimSpace(a.Command) == "" {
		return nil, &Error{Type: ValidationError, Code: CodeInvalidCall, Message: "command is empty."}
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
	v := shell.Classify(a.Command, newWorld(ctx, b.Shell, c.Workspace, dir.Path))
	if v.Decision == shell.Refuse {
		return nil, refused(v)
	}
	act := &Action{
		Title: commandTitle(a.Command), Command: a.Command, Description: a.Description, Locations: []Location{{Path: dir.Path}},
		Timeout: b.timeout(a.Timeout) + 5*time.Second,
	}
	if v.Decision == shell.Allow {
		if why := b.box.asksAnyway(ctx, c, v.Free); why != "" {
			v.Decision, v.Reason, v.Grants = shell.Ask, why, shell.Exactly(a.Command)
		}
	}
	consent(act, v, a)
	act.Do = func(ctx context.Context) (*Result, error) {
		if act.Consent == ConsentFree {
			return b.run(ctx, c, a, dir.Path, running{command: v.Free, free: true}) // what was judged, not the text it was read from
		}
		return b.effects.observe(ctx, c, a.Command, func() (*Result, error) {
			return b.run(ctx, c, a, dir.Path, running{command: a.Command, network: b.Network || a.Network, writes: v.Writes})
		})
	}
	return act, nil
}

// refused returns the error for a command that the policy refuses.
func refused(v shell.Verdict) error {
	return &Error{
		Type: SecurityError, Message: "The command is refused: it " + v.Reason + ".",
		Suggestion: "Say what is to be reached; there is a way that destroys less.",
	}
}

// consent sets what an action needs by the verdict. The modes in which a command runs, such as with the network, are part of its
// keys: a rule covers the command only in these modes.
func consent(act *Action, v shell.Verdict, a bashArgs) {
	whole := rulekey.Name(a.Command) // for rules that ask or reject
	if v.Decision == shell.Allow && !a.Network && !a.Background {
		act.Consent, act.Rules.Keys = ConsentFree, KeysOf(whole)
		return
	}
	var risks []string
	if v.Reason != "" {
		risks = append(risks, "It "+v.Reason+".")
	}
	if v.Decision == shell.Allow {
		v.Grants = shell.Exactly(a.Command)
	}
	if a.Network {
		risks = append(risks, "It may connect to other machines.")
		v = v.With(rulekey.Network)
	}
	if a.Background {
		risks = append(risks, "It runs on in the background.")
		v = v.With(rulekey.Background)
	}
	act.Risk = strings.Join(risks, " ")
	var keys []rulekey.Key
	var patterns []rulekey.Pattern
	var covers []string
	for _, g := range v.Grants {
		keys, patterns, covers = append(keys, g.Key), append(patterns, g.Key.Pattern()), append(covers, g.Covers)
	}
	if v.Decision == shell.AskEach || len(v.Grants) == 0 {
		act.Consent, act.Rules.Keys = ConsentEach, KeysOf(append(keys, whole)...)
		return
	}
	act.Rules = Rules{KeysOf(keys...), OfferMatching(strings.Join(covers, "; ")+"; no other command beside it", patterns...)}
	if v.OnlyReads && !a.Network && !a.Background {
		act.turnwide = TurnReads
	}
}

// longestTitle is how many characters of a command a title shows.
const longestTitle = 300

// commandTitle shows the command, or the beginning of a long one.
func commandTitle(command string) string {
	runes := []rune(command)
	if len(runes) <= longestTitle {
		return "Run: " + command
	}
	return fmt.Sprintf("Run: %s… (%d characters)", string(runes[:longestTitle]), len(runes))
}
