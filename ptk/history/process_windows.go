package history

import "os"

// gone reports whether no process has the id.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	_ = p.Release() // the process was only opened to see whether it exists
	return false
}
