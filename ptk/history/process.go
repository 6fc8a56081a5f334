package history

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// processName returns a name of this process by which others on the same machine can see whether it still runs.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%s:%d", strings.ReplaceAll(host, ":", "_"), os.Getpid())
}

// dead reports whether the holder is a process of this machine that no longer runs. For a process of another machine or
// container only its lease counts.
func dead(holder string) bool {
	parts := strings.Split(holder, ":")
	host, _, _ := strings.Cut(processName(), ":")
	if len(parts) < 2 || parts[0] != host {
		return false
	}
	pid, err := strconv.Atoi(parts[1])
	return err == nil && pid != os.Getpid() && gone(pid)
}
