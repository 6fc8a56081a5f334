package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// The versions of Landlock from which on it can do a thing.
const (
	abiTCP   = 4
	abiScope = 6
	abiUDP   = 10
)

// Available tells whether programs can be confined here, and in words how far, or why not.
func Available() (ok bool, words string) {
	abi, err := ll.LandlockGetABIVersion()
	switch {
	case err != nil || abi < 1:
		return false, "This kernel has no Landlock, or it is turned off: commands are not confined. Linux 5.13 or newer with lsm=landlock has it."
	case abi < abiTCP:
		return true, fmt.Sprintf("Landlock version %d: commands write only in the workspace; their connections are not restricted (that takes Linux 6.7).", abi)
	case abi < abiUDP:
		return true, fmt.Sprintf("Landlock version %d: commands write only in the workspace and open no TCP connections; UDP is not restricted.", abi)
	}
	return true, fmt.Sprintf("Landlock version %d: commands write only in the workspace and open no connections.", abi)
}

// Main confines this process for good and becomes the program; it returns, with the exit code, only where that fails.
func Main(args []string) int {
	p, argv, err := parse(args)
	if err == nil {
		err = run(p, argv)
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	return 126
}

func run(p Policy, argv []string) error {
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return err
	}
	if err := confine(p); err != nil {
		return fmt.Errorf("confining the program: %w", err)
	}
	return fmt.Errorf("running %s: %w", path, syscall.Exec(path, argv, os.Environ()))
}

func confine(p Policy) error {
	rules := []landlock.Rule{
		landlock.RODirs("/"),
		landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx").IgnoreIfMissing().WithIoctlDev(),
		landlock.RWDirs("/dev/pts").IgnoreIfMissing().WithIoctlDev(),
		landlock.RWDirs(p.Write...).IgnoreIfMissing().WithRefer(),
	}
	config := landlock.V11.BestEffort()
	if !p.Network {
		return config.Restrict(rules...)
	}
	if err := config.RestrictPaths(rules...); err != nil {
		return err
	}
	return config.RestrictScoped()
}
