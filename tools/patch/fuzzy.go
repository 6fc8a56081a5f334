package patch

import (
	"fmt"
	"strings"
)

const (
	minFuzzyLines = 3   // an anchor at each end and something between
	similar       = 0.7 // of the lines between that must be the same
	maxOldLines   = 400 // for longer quotes nothing similar is searched
	maxShownLines = 12
)

// fuzzy finds a block with the first and last line of the old text and most of the lines between.
func fuzzy(t *body, e Edit) []span {
	old, newline := oldLines(e.Old)
	if len(old) < minFuzzyLines || len(old) > maxOldLines {
		return nil
	}
	first, last := strings.TrimSpace(old[0]), strings.TrimSpace(old[len(old)-1])
	if first == "" || last == "" {
		return nil
	}
	var out []span
	slack := len(old)/5 + 1
	for i := range t.lines {
		if strings.TrimSpace(t.lines[i]) != first {
			continue
		}
		for n := max(minFuzzyLines, len(old)-slack); n <= len(old)+slack && i+n <= len(t.lines); n++ {
			found := t.lines[i : i+n]
			m, ok := indents([]string{old[0], old[len(old)-1]}, []string{found[0], found[n-1]})
			if ok && strings.TrimSpace(found[n-1]) == last && common(old[1:len(old)-1], found[1:n-1]) >= similar {
				out = append(out, t.span(i, i+n, newline, t.ended(m.apply(e.New))))
				break
			}
		}
	}
	return out
}

// common returns the share of the lines of a and b that are the same, in order, without regard to blanks.
func common(a, b []string) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	row := make([]int, len(b)+1) // longest common subsequence
	for i := range a {
		diagonal := 0
		for j := range b {
			keep := row[j+1]
			if strings.TrimSpace(a[i]) == strings.TrimSpace(b[j]) {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = keep
		}
	}
	return float64(row[len(b)]) / float64(max(len(a), len(b)))
}

// nearest returns a [NotFound] with the place that is most similar to the old text.
func (t *body) nearest(old string) error {
	want, _ := oldLines(old)
	if len(want) > maxOldLines {
		want = want[:maxOldLines]
	}
	best, at := 0.0, -1
	for i := range t.lines {
		score := alike(want[0], t.lines[i]) // the first line counts twice: it decides where the text begins
		for j := 0; j < len(want) && i+j < len(t.lines); j++ {
			score += alike(want[j], t.lines[i+j])
		}
		if score > best {
			best, at = score, i
		}
	}
	if at < 0 || best < 0.3*float64(len(want)) {
		return &NotFound{}
	}
	var b strings.Builder
	for i := at; i < min(at+min(len(want), maxShownLines), len(t.lines)); i++ {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, strings.TrimSuffix(t.lines[i], "\r"))
	}
	return &NotFound{Line: at + 1, Nearest: strings.TrimSuffix(b.String(), "\n")}
}

// alike compares two lines by their words: 0 if they have none in common, 1 if they are equal.
func alike(a, b string) float64 {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if a == b {
		if a == "" {
			return 0.1
		}
		return 1
	}
	wa, wb := words(a), words(b)
	if len(wa) == 0 || len(wb) == 0 {
		return 0
	}
	shared := 0
	for w := range wa {
		if wb[w] {
			shared++
		}
	}
	return 0.9 * float64(2*shared) / float64(len(wa)+len(wb))
}

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t(){}[],;.:=<>\"'", r) }) {
		out[w] = true
	}
	return out
}
