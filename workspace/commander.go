package workspace

import "context"

// Commander is an optional interface of an [Editor] that runs its own commands: Ex commands or command ids.
type Commander interface {
	// JudgeCommand returns what the command would do. The error wraps [ErrUnsupported] if the editor can't tell.
	JudgeCommand(ctx context.Context, c EditorCommand) (JudgedCommand, error)
	// RunCommand runs the command and returns its output.
	RunCommand(ctx context.Context, c EditorCommand) (string, error)
}

// EditorCommand is a command of the editor.
type EditorCommand struct {
	Name string
	Args []string
	Path string // of the file in whose window it runs, absolute; "" for the window that was used last
}

// CommandEffect is what a command of the editor can do.
type CommandEffect string

// The effects, as on the wire.
const (
	CommandShows CommandEffect = "shows" // it shows something and changes nothing
	CommandEdits CommandEffect = "edits" // it changes text, files or windows
	CommandRuns  CommandEffect = "runs"  // it can run code, or is not known
)

// JudgedCommand is what an editor knows of a command before it runs.
type JudgedCommand struct {
	Effect CommandEffect
	Risk   string // what could go wrong, in sentences; "" if there is nothing to say
	Shell  string // the command lines that it gives to a shell; "" for none
	Dir    string // the folder in which the shell runs, absolute
	Target string // the name of the document that it runs in, as it is shown
	Path   string // its absolute path; "" if it is not a file
}

// Commander returns the editor if it runs commands, else nil.
func (w *Workspace) Commander() Commander {
	c, _ := w.ed.(Commander)
	return c
}
