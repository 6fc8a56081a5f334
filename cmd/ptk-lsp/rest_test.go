package main

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsGivenBackOnceNothingIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given atomic.Int32
		r := &rest{free: func() { given.Add(1) }}
		after := func(d time.Duration, want int) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := int(given.Load()); got != want {
				t.Errorf("given %d times, not %d", got, want)
			}
		}
		first, second := r.work(), r.work()
		first()
		after(time.Hour, 0)
		second()
		after(restAfter/2, 0)
		r.work()()
		after(restAfter/2, 0)
		after(restAfter, 1)
		after(time.Hour, 1)
		r.work()()
		r.close()
		after(time.Hour, 1)
	})
}
