package tools

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// Each hunk header has the right line numbers of both files.
func TestUnifiedDiffsCountTheLinesOfBothFiles(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	for range 300 {
		var before, after []string
		for i := range 20 + rnd.Intn(60) {
			line := fmt.Sprintf("line %d\n", i)
			before = append(before, line)
			switch rnd.Intn(14) {
			case 0: // taken out
			case 1:
				after = append(after, line, fmt.Sprintf("more %d\n", i))
			case 2:
				after = append(after, fmt.Sprintf("other %d\n", i))
			default:
				after = append(after, line)
			}
		}
		diff := unified("a", "b", strings.Join(before, ""), strings.Join(after, ""))
		checkHunks(t, diff, before, after)
	}
}

func checkHunks(t *testing.T, diff string, before, after []string) {
	t.Helper()
	old, current := 0, 0
	for line := range strings.Lines(diff) {
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			old, current = number(m[1])-1, number(m[3])-1
			continue
		}
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") {
			continue
		}
		if line[0] != '+' {
			if before[old] != line[1:] {
				t.Fatalf("%q is at line %d of the old file, not there\n%s", line[1:], old+1, diff)
			}
			old++
		}
		if line[0] != '-' {
			if after[current] != line[1:] {
				t.Fatalf("%q is at line %d of the new file, not there\n%s", line[1:], current+1, diff)
			}
			current++
		}
	}
}
