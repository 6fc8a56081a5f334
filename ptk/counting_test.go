package ptk

import "testing"

func TestCountingLearnsFromTheProvider(t *testing.T) {
	c := counting{scales: map[string]float64{}, rooms: map[string]int{}}
	c.learn("m", 1000, 10) // can't be of the same request
	if n := c.tokens("m", 1000); n != 1000 {
		t.Errorf("%d", n)
	}
	c.learn("m", 1000, 1200)
	if n := c.tokens("m", 1000); n != 1200 {
		t.Errorf("too low an estimate was not corrected at once: %d", n)
	}
	c.learn("m", 1000, 1000)
	if n := c.tokens("m", 1000); n != 1160 {
		t.Errorf("one low count changed too much: %d", n)
	}
}
