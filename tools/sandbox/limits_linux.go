package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// counts are what the whole system has, where no namespace or group counts for one command alone.
type counts struct {
	tasks  int   // processes and threads
	memory int64 // bytes that are available
}

// count reads what the system has; what can't be read is 0.
func count() counts {
	var c counts
	if data, err := os.ReadFile("/proc/loadavg"); err == nil {
		if fields := strings.Fields(string(data)); len(fields) > 3 {
			_, total, _ := strings.Cut(fields[3], "/")
			c.tasks, _ = strconv.Atoi(total)
		}
	}
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		_, rest, _ := strings.Cut(string(data), "MemAvailable:")
		if fields := strings.Fields(rest); len(fields) > 0 {
			kib, _ := strconv.ParseInt(fields[0], 10, 64)
			c.memory = kib << 10
		}
	}
	return c
}

// set limits a process that was just started, and what it will start.
func (l Limits) set(pid int, before counts) {
	limits := map[int]uint64{}
	if l.Memory > 0 {
		limits[unix.RLIMIT_DATA] = uint64(l.Memory)
	}
	if l.CPU > 0 {
		limits[unix.RLIMIT_CPU] = uint64(l.CPU / time.Second)
	}
	if l.Processes > 0 {
		limits[unix.RLIMIT_NPROC] = uint64(before.tasks + l.Processes) // it counts all of the user's
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
	if l.Memory > 0 { // it is the first to go where memory runs out
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	}
}

// watch ends a command that uses up too much of the system together with what it has started.
type watch struct {
	quit chan struct{}
	wg   sync.WaitGroup

	mu     sync.Mutex // guards reason
	reason string
}

// watchEvery is how often a running command is looked at.
const watchEvery = 20 * time.Millisecond

func startWatch(l Limits, before counts, kill func()) *watch {
	w := &watch{quit: make(chan struct{})}
	if l.Processes <= 0 && l.Memory <= 0 {
		return w
	}
	w.wg.Go(func() { w.run(l, before, kill) })
	return w
}

func (w *watch) run(l Limits, before counts, kill func()) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.quit:
			return
		case <-tick.C:
		}
		if reason := l.exceeded(before, count()); reason != "" {
			w.mu.Lock()
			w.reason = reason
			w.mu.Unlock()
			kill()
			return
		}
	}
}

// exceeded says which limit was passed since before. Others may use the system too, so a command of theirs may count.
func (l Limits) exceeded(before, now counts) string {
	most := min(l.Memory, before.memory*3/4)
	switch {
	case l.Processes > 0 && now.tasks-before.tasks > l.Processes:
		return fmt.Sprintf("more than %d processes", l.Processes)
	case l.Memory > 0 && before.memory > 0 && now.memory > 0 && before.memory-now.memory > most:
		return fmt.Sprintf("more than %d MiB of memory", most>>20)
	}
	return ""
}

func (w *watch) stop() {
	close(w.quit)
	w.wg.Wait()
}

func (w *watch) why() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reason
}
