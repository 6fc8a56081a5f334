package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// set limits a process that was just started, and what it will start.
func (l Limits) set(pid int) {
	limits := map[int]uint64{}
	if l.Memory > 0 {
		limits[unix.RLIMIT_DATA] = uint64(l.Memory)
	}
	if l.CPU > 0 {
		limits[unix.RLIMIT_CPU] = uint64(l.CPU / time.Second)
	}
	if l.Processes > 0 {
		limits[unix.RLIMIT_NPROC] = uint64(systemTasks() + l.Processes) // all processes of the user count
	}
	if l.Files > 0 {
		limits[unix.RLIMIT_NOFILE] = uint64(l.Files)
	}
	if l.NoFiles {
		limits[unix.RLIMIT_FSIZE], limits[unix.RLIMIT_CORE] = 0, 0
	}
	for what, n := range limits {
		var old unix.Rlimit
		if unix.Prlimit(pid, what, nil, &old) == nil { // it may have ended already
			n = min(n, old.Max)
			_ = unix.Prlimit(pid, what, &unix.Rlimit{Cur: n, Max: n}, nil)
		}
	}
	if l.Memory > 0 { // it is the first to be killed if memory runs out
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	}
}

// systemTasks returns how many processes and threads the system has; 0 if that can't be read.
func systemTasks() int {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 4 {
		return 0
	}
	_, total, _ := strings.Cut(fields[3], "/")
	n, err := strconv.Atoi(total)
	if err != nil {
		return 0
	}
	return n
}

// available returns how much memory the system has left; 0 if that can't be read.
func available() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	return kibOf(string(data), "MemAvailable:")
}

// kibOf returns the number of bytes that a line of a file in /proc gives in KiB.
func kibOf(text, name string) int64 {
	_, rest, found := strings.Cut(text, name)
	fields := strings.Fields(rest)
	if !found || len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
