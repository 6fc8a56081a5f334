package serve

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsReleasedWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var released atomic.Int32
		m := &idleMemory{free: func() { released.Add(1) }}
		after := func(d time.Duration, want int) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := int(released.Load()); got != want {
				t.Errorf("released %d times, not %d", got, want)
			}
		}
		first, second := m.use(), m.use()
		first()
		after(time.Hour, 0)
		second()
		after(idleTime/2, 0)
		m.use()()
		after(idleTime/2, 0)
		after(idleTime, 1)
		after(time.Hour, 1)
		m.use()()
		m.close()
		after(time.Hour, 1)
	})
}
