package sandbox

import "sync"

// New makes a sandbox. Self is the path of this program, whose main function knows [Subcommand]; with "" fewer systems can
// enforce the strict policy.
func New(self string) *Sandbox {
	s := &Sandbox{self: self}
	s.strict = sync.OnceValues(s.tryStrict)
	s.admin, s.abi = sync.OnceValue(privileged), landlockABI
	s.again = sync.OnceValue(func() bool { return self != "" && userNamespaces() })
	return s
}

// Strict reports whether the strict policy is enforced here, by having tried it once, and says why where it is not.
func (s *Sandbox) Strict() (ok bool, why string) { return s.strict() }
