package process

import (
	"io"
	"os/exec"
)

// Spec says what to run.
type Spec struct {
	Argv  []string
	Dir   string
	Env   []string // the whole environment
	Stdin io.Reader
	// Limit is how many bytes of output are kept in memory. Of more the middle is left out, and all of it is written to a file
	// in the folder Spill, which must exist.
	Limit int
	Spill string
	// MaxOutput is how many bytes the program may write before it is killed; 0 means no limit.
	MaxOutput int64
	// Begin starts the command in a box, such as a sandbox; nil starts it without one.
	Begin func(*exec.Cmd) (Box, error)
	// Hard kills the program without asking it to exit first.
	Hard bool
	// Output receives output as it is produced, in valid UTF-8; may be nil. It is called from one goroutine at a time.
	Output func(chunk string)
	// Stdout receives the standard output; if it is nil, the output goes where the errors go.
	Stdout io.Writer
	// Stderr receives the standard error; if it is set, Limit, Spill and Output don't apply to it.
	Stderr io.Writer
}

// Box is where a program runs with all that it starts.
type Box interface {
	// End ends what the program has left running. It is called once, after the program itself has ended.
	End()
	// Exceeded returns the limit that the program was ended for; "" if it wasn't.
	Exceeded() string
}

// markName is the variable in the environment of all that a program starts. By its value they are found after they left the
// process group.
const markName = "PTK_PROCESS"
