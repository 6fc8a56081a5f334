// Package sandbox runs programs confined by the kernel: with Landlock and seccomp on Linux, sandbox-exec on macOS. It does
// not know tools.
//
// There are two policies. Under the strict one nothing that runs can do harm: it changes nothing, connects nowhere, and
// reads only what it is allowed to. The other one restricts a command to its folders. Start at [Sandbox.Start].
package sandbox

import (
	"errors"
	"time"
)

// ErrUnavailable is wrapped by the error about a policy that this system can't enforce.
var ErrUnavailable = errors.New("the sandbox is not available")

// Policy says what a program may do.
type Policy struct {
	// Strict allows only reading the paths of Read and the system's programs. Without it everything can be read, and the
	// paths of Write can be written.
	Strict bool `json:"strict,omitempty"`
	// Read are the files and folders that a strict program may read, with everything below them.
	Read []string `json:"read,omitempty"`
	// List are folders below which it may list names.
	List []string `json:"list,omitempty"`
	// Programs are files and folders, in addition to those of the system, that it may read and execute.
	Programs []string `json:"programs,omitempty"`
	// Hidden are folders, such as the home, that it can't read even if they are below a system folder.
	Hidden []string `json:"hidden,omitempty"`
	// Write are the folders below which a program that is not strict may write; missing ones are ignored.
	Write []string `json:"write,omitempty"`
	// Keep are files and folders below Write that can't be changed; missing ones are ignored. A folder of Pin can't be moved
	// away. Both need mounts or sandbox-exec, and are ignored on systems without.
	Keep []string `json:"keep,omitempty"`
	Pin  []string `json:"pin,omitempty"`
	// Network allows a program that is not strict to open connections.
	Network bool `json:"network,omitempty"`
	// Limits limits what a program may use.
	Limits Limits `json:"limits,omitzero"`
}

// Limits are limits of what a program may use; 0 means no limit.
type Limits struct {
	Memory    int64         `json:"memory,omitempty"`    // bytes of memory of each process, and of all together
	CPU       time.Duration `json:"cpu,omitempty"`       // processor time of each process, in whole seconds
	Processes int           `json:"processes,omitempty"` // processes and threads at once
	Files     int           `json:"files,omitempty"`     // open files of each process
	NoFiles   bool          `json:"noFiles,omitempty"`   // no file can be written
}

// StrictLimits returns the limits of commands that run without a question.
func StrictLimits() Limits {
	return Limits{Memory: 4 << 30, CPU: time.Minute, Processes: 512, Files: 1024, NoFiles: true}
}

// SystemPath is the PATH of strict programs: system folders only.
const SystemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/go/bin:" +
	"/run/current-system/sw/bin:/opt/homebrew/bin"

// Subcommand is the hidden first argument by which this program runs another one confined in a way that a thread can't be.
// The main function passes the arguments after it to [Main].
const Subcommand = "confined-run"

// Sandbox starts programs. It is safe for concurrent use, and determines once what the system can enforce.
type Sandbox struct {
	self   string // path of this program, "" if it must not be started again
	strict func() (ok bool, why string)
	again  func() bool // self can be started in a user namespace
	admin  func() bool // a thread of this process can make namespaces
	abi    func() int  // version of Landlock
}
