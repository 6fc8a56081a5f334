package history

import "os"

// gone is true where there is no process of that number.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	_ = p.Release() // the handle was only to see whether it can be had
	return false
}
