// Package sandbox runs programs behind walls of the kernel's: Landlock and seccomp on Linux, sandbox-exec on macOS.
// It knows nothing of tools. There are two policies. The strict one makes harmless whatever runs under it: it changes
// nothing, connects nowhere, and reads only what it was given. The other one keeps a command to its folders.
// Start at [Start].
package sandbox

import (
	"errors"
	"time"
)

// ErrUnavailable is under the error of a policy that this system can't enforce.
var ErrUnavailable = errors.New("the sandbox is not available")

// Policy says what a program may do.
type Policy struct {
	// Strict allows reading the paths of Read and the system's programs, and nothing else. Without it all can be read, and
	// the paths of Write can be written.
	Strict bool `json:"strict,omitempty"`
	// Read are the files and folders that a strict program may read, with all that lies below them.
	Read []string `json:"read,omitempty"`
	// List are folders below which it may list names.
	List []string `json:"list,omitempty"`
	// Programs are files and folders, beside those of the system, that it may read and execute.
	Programs []string `json:"programs,omitempty"`
	// Hidden are folders, such as the home, that are not readable where they lie below a place of the system.
	Hidden []string `json:"hidden,omitempty"`
	// Write are the folders below which a program that is not strict may write; missing ones are passed over.
	Write []string `json:"write,omitempty"`
	// Keep are files and folders below Write that stay as they are; missing ones are passed over. A folder of Pin
	// can't be moved out of the way. Both hold where [KeepsFiles] reports so.
	Keep []string `json:"keep,omitempty"`
	Pin  []string `json:"pin,omitempty"`
	// Network allows a program that is not strict to open connections.
	Network bool `json:"network,omitempty"`
	// Limits bound what a program may use up.
	Limits Limits `json:"limits,omitzero"`
}

// Limits bound what a program may use up; 0 stands for no limit.
type Limits struct {
	Memory    int64         `json:"memory,omitempty"`    // bytes of memory that each process may have for itself, and all together
	CPU       time.Duration `json:"cpu,omitempty"`       // processor time of each process, in whole seconds
	Processes int           `json:"processes,omitempty"` // processes and threads at once
	Files     int           `json:"files,omitempty"`     // open files of each process
	NoFiles   bool          `json:"noFiles,omitempty"`   // no byte is written to any file
}

// StrictLimits are the limits for what runs unasked.
func StrictLimits() Limits {
	return Limits{Memory: 4 << 30, CPU: time.Minute, Processes: 512, Files: 1024, NoFiles: true}
}

// SystemPath is the PATH of strict programs: folders of the system only.
const SystemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/go/bin:/run/current-system/sw/bin:/opt/homebrew/bin"

// Subcommand is the hidden first argument by which the program runs another one behind walls that a thread of its own can't
// have; its main function hands what follows to [Main].
const Subcommand = "confined-run"

// Sandbox starts programs. It is safe for concurrent use, and finds out once what the system can enforce.
type Sandbox struct {
	self   string // path of this program, "" where it is not to be started again
	strict func() (ok bool, why string)
	again  func() bool // self can be started in a user namespace
	admin  func() bool // a thread of this process can make namespaces
	abi    func() int  // version of Landlock
}
