package sandbox

import "sync"

// New returns a sandbox. self is the path of this program, whose main function handles [Subcommand]; if it is "", fewer
// systems can enforce the strict policy.
func New(self string) *Sandbox {
	s := &Sandbox{self: self}
	s.strict = sync.OnceValues(s.tryStrict)
	s.admin, s.abi = sync.OnceValue(privileged), landlockABI
	s.again = sync.OnceValue(func() bool { return self != "" && userNamespaces() })
	return s
}

// Strict reports whether the strict policy is enforced here, by having tried it once, and returns why if it isn't.
func (s *Sandbox) Strict() (ok bool, why string) { return s.strict() }
