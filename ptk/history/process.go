package history

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// processName names this process so that others on the same machine can see whether it still lives.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%s:%d", strings.ReplaceAll(host, ":", "_"), os.Getpid())
}

// dead is true where the holder is a process of this machine that surely lives no more. One of another machine, or
// container, is left to its lease.
func dead(holder string) bool {
	parts := strings.Split(holder, ":")
	host, _, _ := strings.Cut(processName(), ":")
	if len(parts) < 2 || parts[0] != host {
		return false
	}
	pid, err := strconv.Atoi(parts[1])
	return err == nil && pid != os.Getpid() && gone(pid)
}
