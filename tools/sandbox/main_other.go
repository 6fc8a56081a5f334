//go:build !linux

package sandbox

import (
	"fmt"
	"os"
)

// Main fails: no other system runs programs this way.
func Main(args []string) int {
	_, _, err := parse(args)
	if err == nil {
		err = ErrUnavailable
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	return 126
}
