package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// watch kills a command that uses too much of the system together with what it has started. Other processes don't count.
type watch struct {
	limits Limits
	memory int64 // limit of all processes together, in bytes
	first  int   // the process of the command
	kill   func()
	quit   *os.File // ends the watch when end is closed; nil if there is no watch
	end    *os.File
	wg     sync.WaitGroup

	mu     sync.Mutex // guards reason
	reason string
}

// How often a running command is checked: often while it starts processes, seldom while it does not.
const (
	watchSoon  = 2 * time.Millisecond
	watchEvery = 20 * time.Millisecond
)

func startWatch(l Limits, first int, kill func()) *watch {
	w := &watch{limits: l, first: first, kill: kill}
	if l.Processes <= 0 && l.Memory <= 0 {
		return w
	}
	var err error
	if w.quit, w.end, err = os.Pipe(); err != nil {
		w.reason = "more files than this process may open"
		kill()
		return w
	}
	w.wg.Go(func() { onThread(w.run) })
	return w
}

// run checks the command on a thread with a high priority, if permitted: the command may keep all processors busy.
func (w *watch) run() {
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), -20)
	w.memory = w.limits.Memory
	if left := available(); left > 0 {
		w.memory = min(w.memory, left*3/4)
	}
	pause, known := watchSoon, 0
	for w.waits(pause) {
		u := w.use()
		if reason := w.exceeded(u); reason != "" {
			w.mu.Lock()
			w.reason = reason
			w.mu.Unlock()
			w.kill()
			return
		}
		if pause = min(2*pause, watchEvery); u.tasks > known {
			pause = watchSoon
		}
		if known = u.tasks; u.memory > w.memory {
			pause = 10 * watchEvery // counting shared memory takes long
		}
	}
}

// waits waits, and reports whether to check again.
func (w *watch) waits(pause time.Duration) bool {
	for began := time.Now(); ; {
		left := unix.NsecToTimespec(max(0, int64(pause-time.Since(began))))
		n, err := unix.Ppoll([]unix.PollFd{{Fd: int32(w.quit.Fd()), Events: unix.POLLIN}}, &left, nil)
		if err != unix.EINTR {
			return n == 0 && err == nil
		}
	}
}

// use is what a command and all that it has started use.
type use struct {
	pids   []int
	tasks  int   // processes and threads
	memory int64 // bytes; memory that a process shares with its parent counts for each
}

// use follows the children of the first process, and stops if they are too many. In a pid namespace all processes are found,
// since a process whose parent has ended becomes a child of the first. Elsewhere a process that has left its parent is not
// found, but the kernel's own limit still counts it.
func (w *watch) use() (u use) {
	u.pids = []int{w.first}
	page := int64(os.Getpagesize())
	for i := 0; i < len(u.pids) && !w.crowded(u.tasks); i++ {
		dir := "/proc/" + strconv.Itoa(u.pids[i])
		threads := threadsOf(dir)
		u.tasks += len(threads)
		if w.limits.Memory > 0 {
			u.memory += ownPages(dir) * page
		}
		for _, tid := range threads {
			children, err := os.ReadFile(dir + "/task/" + tid + "/children")
			if err != nil {
				continue // it has ended
			}
			for f := range strings.FieldsSeq(string(children)) {
				if pid, err := strconv.Atoi(f); err == nil {
					u.pids = append(u.pids, pid)
				}
			}
		}
		if w.crowded(len(u.pids)) {
			u.tasks = max(u.tasks, len(u.pids))
			return u
		}
	}
	return u
}

func (w *watch) crowded(tasks int) bool { return w.limits.Processes > 0 && tasks > w.limits.Processes }

// threadsOf returns the threads of a process; none if it has ended.
func threadsOf(dir string) []string {
	var st unix.Stat_t
	if unix.Stat(dir+"/task", &st) != nil {
		return nil
	}
	if st.Nlink == 3 { // one thread, with the number of the process
		return []string{filepath.Base(dir)}
	}
	f, err := os.Open(dir + "/task")
	if err != nil {
		return nil
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil
	}
	return names
}

// ownPages returns how many pages of memory of a process belong to no file.
func ownPages(dir string) int64 {
	data, err := os.ReadFile(dir + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 3 {
		return 0
	}
	resident, err := strconv.ParseInt(fields[1], 10, 64)
	shared, serr := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || serr != nil {
		return 0
	}
	return max(0, resident-shared)
}

// exceeded returns the limit that was exceeded; "" if none was.
func (w *watch) exceeded(u use) string {
	switch {
	case w.crowded(u.tasks):
		return fmt.Sprintf("more than %d processes", w.limits.Processes)
	case w.limits.Memory > 0 && u.memory > w.memory && together(u) > w.memory:
		return fmt.Sprintf("more than %d MiB of memory", w.memory>>20)
	}
	return ""
}

// together returns the memory of the processes, with shared memory counted once.
func together(u use) (sum int64) {
	for _, pid := range u.pids {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if os.IsPermission(err) {
			return u.memory
		}
		if err == nil {
			sum += kibOf(string(data), "Pss_Anon:")
		}
	}
	return sum
}

// hurry gives a process the highest priority, so that it takes its signal at once. Only a privileged process may do this;
// for others the kernel limits how many processes compete.
func hurry(pid int) { _ = unix.Setpriority(unix.PRIO_PROCESS, pid, -20) }

func (w *watch) stop() {
	if w.end != nil {
		_ = w.end.Close()
		w.wg.Wait()
		_ = w.quit.Close()
	}
}

func (w *watch) why() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reason
}
