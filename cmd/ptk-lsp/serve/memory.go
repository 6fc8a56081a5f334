package serve

import (
	"runtime/debug"
	"sync"
	"time"
)

// idleTime is how long no turn must run before memory is returned to the system.
const idleTime = 3 * time.Second

// idleMemory returns free memory to the system after a turn: a search of a large tree leaves much garbage, and the collector
// would wait two minutes. The zero value is ready to use.
type idleMemory struct {
	free func() // nil for [debug.FreeOSMemory]

	mu    sync.Mutex // guards what follows
	users int        // turns that run
	timer *time.Timer
}

// use marks the memory as used until done is called.
func (m *idleMemory) use() (done func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stopTimer()
	m.users++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.users--
		m.stopTimer()
		if m.users == 0 {
			m.timer = time.AfterFunc(idleTime, m.release)
		}
	}
}

func (m *idleMemory) release() {
	if m.free != nil {
		m.free()
		return
	}
	debug.FreeOSMemory()
}

// stopTimer stops the timer. The caller holds mu.
func (m *idleMemory) stopTimer() {
	if m.timer != nil {
		m.timer.Stop()
	}
}

// close stops the timer for good, if no turn runs.
func (m *idleMemory) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stopTimer()
}
