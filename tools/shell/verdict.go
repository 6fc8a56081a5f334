package shell

import "ptk-lsp/tools/rulekey"

// Decision is what should happen to a command, from the least to the most careful.
type Decision int

// The decisions.
const (
	Allow   Decision = iota // it only reads; [Verdict.Free] may run
	Ask                     // the user is asked, unless rules allow the keys of all [Verdict.Grants]
	AskEach                 // the user is asked each time
	Refuse                  // it destroys more than anyone can want
)

// String returns the decision in words.
func (d Decision) String() string { return [...]string{"allow", "ask", "ask each time", "refuse"}[d] }

// Grant is one thing that the user's answer "always" allows.
type Grant struct {
	Key    rulekey.Key
	Covers string // what a rule with the key covers, in words and with an example
}

// Exactly returns the grant for a whole command line as it stands; none if no rule can hold it.
func Exactly(command string) []Grant {
	if g := exactly(command); g != (Grant{}) {
		return []Grant{g}
	}
	return nil
}

// Verdict is the result of [Classify].
type Verdict struct {
	Decision Decision
	Reason   string   // why it is not [Allow], in words, the worst first
	Reasons  []string // the same, one by one
	// Grants are what rules must allow for the command to run without a question. If there are none, no rule can allow it.
	Grants []Grant
	// Free is the command line to run if the decision is [Allow].
	Free string
	// OnlyReads reports whether all that needs consent is that the command reads single files outside the workspace, which are not
	// known to hold secrets. Otherwise it changes nothing and reaches nothing.
	OnlyReads bool
	// Writes are the absolute paths of files that steer other programs and are named by the command.
	Writes []string
}

// With returns the verdict for the command run in a mode that needs consent of its own.
func (v Verdict) With(m rulekey.Mode) Verdict {
	grants := v.Grants
	v.Grants = nil
	for _, g := range grants {
		v.Grants = append(v.Grants, Grant{g.Key.With(m), g.Covers + " " + string(m)})
	}
	return v
}
