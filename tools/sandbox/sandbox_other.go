//go:build !linux

package sandbox

import (
	"fmt"
	"os"
)

// Available tells that programs can't be confined here.
func Available() (ok bool, words string) {
	return false, "This system has no Landlock: commands are not confined."
}

// Main refuses: running the program unconfined is not what was asked for.
func Main(args []string) int {
	if _, _, err := parse(args); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		return 126
	}
	fmt.Fprintln(os.Stderr, "sandbox: there is none on this system")
	return 126
}
