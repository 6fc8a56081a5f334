// Package sandbox keeps a program from writing outside of some folders and from opening connections, where the system can.
// It knows nothing of tools or shells. Start at [Wrap], whose command line has the program call [Main].
package sandbox

import (
	"encoding/json"
	"fmt"
)

// Subcommand is the hidden first argument by which the program runs another one confined; its main function hands
// what follows to [Main].
const Subcommand = "confined-run"

// Policy says what a confined program may do; reading is not restricted.
type Policy struct {
	Write   []string `json:"write"`             // folders below which it may write; those that are missing are passed over
	Network bool     `json:"network,omitempty"` // it may open connections
}

// Wrap gives the command line by which self, this program's own path, runs argv confined.
func Wrap(self string, p Policy, argv []string) ([]string, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("describing the sandbox: %w", err)
	}
	return append([]string{self, Subcommand, string(data), "--"}, argv...), nil
}

// parse reads what Wrap wrote, after the subcommand.
func parse(args []string) (p Policy, argv []string, err error) {
	if len(args) < 3 || args[1] != "--" {
		return p, nil, fmt.Errorf("usage: %s POLICY -- PROGRAM [ARG…]", Subcommand)
	}
	if err := json.Unmarshal([]byte(args[0]), &p); err != nil {
		return p, nil, fmt.Errorf("reading the policy: %w", err)
	}
	return p, args[2:], nil
}
