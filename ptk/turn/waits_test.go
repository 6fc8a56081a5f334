package turn

import (
	"testing"
	"time"
)

func TestWaitsCountTimeOnce(t *testing.T) {
	start := time.Now()
	var w waits
	for _, s := range [][2]time.Duration{{6, 1}, {10, 10}, {10, 2}, {30, 5}, {28, 1}} { // answered, and how long it took
		w.add(start.Add(s[0]*time.Second), s[1]*time.Second)
	}
	if got := w.total(); got != 15*time.Second {
		t.Errorf("got %v", got)
	}
	if got := new(waits).total(); got != 0 {
		t.Errorf("without questions: %v", got)
	}
}
