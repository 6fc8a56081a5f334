package shell

// Limits of what is judged.
const (
	maxText  = 32 << 10 // bytes of a script
	maxDepth = 12       // commands within commands
	maxSteps = 4000     // statements and commands
)

// budget bounds how long a judgement takes.
type budget struct {
	report       *report
	steps, depth int
}

// step counts one statement or command. It reports whether there may be more.
func (b *budget) step() bool {
	if b.steps++; b.steps == maxSteps {
		b.report.say(AskEach, rankForm, "is too long to be checked")
	}
	return b.steps < maxSteps
}

// enter begins a command within a command, and reports whether it isn't too deep. leave ends it.
func (b *budget) enter() bool {
	if b.depth++; b.depth > maxDepth {
		b.report.say(AskEach, rankForm, "nests commands too deep to be checked")
		return false
	}
	return true
}

func (b *budget) leave() { b.depth-- }
