package sandbox

import (
	"encoding/json"
	"fmt"
)

// parse reads the arguments after the subcommand.
func parse(args []string) (p Policy, argv []string, err error) {
	if len(args) < 3 || args[1] != "--" {
		return p, nil, fmt.Errorf("usage: %s POLICY -- PROGRAM [ARG…]", Subcommand)
	}
	if err := json.Unmarshal([]byte(args[0]), &p); err != nil {
		return p, nil, fmt.Errorf("reading the policy: %w", err)
	}
	return p, args[2:], nil
}
