package lsp

import "syscall"

// stillActive is the exit code that Windows gives for a process that has not ended.
const stillActive = 259

// processRuns reports whether a process with this id exists.
func processRuns(pid int) bool {
	h, err := syscall.OpenProcess(syscall.PROCESS_QUERY_INFORMATION, false, uint32(pid))
	if err != nil {
		return false
	}
	defer syscall.CloseHandle(h)
	var code uint32
	return syscall.GetExitCodeProcess(h, &code) == nil && code == stillActive
}
