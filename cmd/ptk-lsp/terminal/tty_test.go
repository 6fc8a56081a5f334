package terminal

import (
	"os"
	"testing"
)

// Pipes are no terminals, nor is the null device, although it is a character device too.
func TestIsTerminalOfOtherFiles(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, f := range []*os.File{null, r, w} {
		if IsTerminal(f) {
			t.Errorf("%s is reported as a terminal", f.Name())
		}
	}
}
