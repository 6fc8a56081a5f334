//go:build !linux && !darwin

package sandbox

import (
	"fmt"
	"os/exec"
)

// Box holds a started program and all that it starts.
type Box struct{}

// Start fails: an unconfined program is not what the caller asked for.
func (s *Sandbox) Start(*exec.Cmd, Policy) (*Box, error) {
	return nil, fmt.Errorf("this system has no supported sandbox: %w", ErrUnavailable)
}

func (s *Sandbox) tryStrict() (ok bool, why string) {
	return false, "this system has no supported sandbox, so each command needs consent"
}

func userNamespaces() bool { return false }

func privileged() bool { return false }

func landlockABI() int { return 0 }

// End does nothing.
func (b *Box) End() {}

// Exceeded returns "".
func (b *Box) Exceeded() string { return "" }

// Available reports that programs can't be confined here.
func Available() (ok bool, words string) {
	return false, "This system has no supported sandbox: commands are not confined, and each needs consent."
}
