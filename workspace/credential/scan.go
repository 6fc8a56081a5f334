package credential

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// tables are the rules with the tables that find them quickly.
type tables struct {
	rules  []rule
	first  [256][]rule
	begins [hashes / 64]uint64 // hashes of the first three bytes of each prefix, see roll
}

//go:embed shapes.list
var shapes string

var table = sync.OnceValue(compile)

func compile() *tables {
	t := &tables{}
	for line := range strings.Lines(shapes) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 5)
		if len(f) < 5 || f[0] == "#" {
			continue
		}
		low, _ := strconv.Atoi(f[2]) // a test looks at the list
		high, err := strconv.Atoi(f[3])
		if err != nil {
			high = 1 << 30
		}
		t.rules = append(t.rules, rule{prefix: strings.ReplaceAll(f[0], "␣", " "), set: classOf(f[1]), min: low, max: high, kind: f[4]})
	}
	t.rules = append(t.rules, forms()...)
	for _, r := range t.rules {
		h := roll(roll(0, r.prefix[0]), r.prefix[1])
		for third := range 256 {
			if len(r.prefix) == 2 || byte(third) == r.prefix[2] {
				last := roll(h, byte(third))
				t.begins[last/64] |= 1 << (last % 64)
			}
		}
		t.first[r.prefix[0]] = append(t.first[r.prefix[0]], r)
	}
	return t
}

// hashes is the number of hashes of three bytes.
const hashes = 1 << 15

// roll adds a byte to the hash of the last three.
func roll(h uint, b byte) uint { return (h<<5 ^ uint(b)) % hashes }

// find returns what looks like a credential, in the order of the text.
func find(text string) (spans []span) {
	t := table()
	last := 0    // the end of the previous one
	noToken := 0 // the end of a long run of token characters that is not a credential
	for i := t.next(text, 0); i >= 0; i = t.next(text, i+1) {
		for _, s := range t.at(text, i, &noToken) {
			if s.start >= last {
				spans, last = append(spans, s), s.end
			}
		}
		i = max(i, last-1)
	}
	return spans
}

// next returns the next index at which a prefix may begin, -1 if there is none.
func (t *tables) next(text string, from int) int {
	if len(text)-from < 3 {
		return -1
	}
	h := roll(roll(0, text[from]), text[from+1])
	for i := from + 2; i < len(text); i++ {
		h = roll(h, text[i])
		if t.begins[h/64]&(1<<(h%64)) != 0 {
			return i - 2
		}
	}
	return -1
}

// possible reports whether any prefix is in a text, without checking what follows.
func (t *tables) possible(text string) bool {
	for i := t.next(text, 0); i >= 0; i = t.next(text, i+1) {
		for _, r := range t.first[text[i]] {
			if strings.HasPrefix(text[i:], r.prefix) {
				return true
			}
		}
	}
	return false
}

// Possible reports quickly whether a text may contain a credential. If it returns false, quoting the text can't produce one
// either.
func Possible(text string) bool { return table().possible(text) }

// at returns the credential that begins at an index.
func (t *tables) at(text string, i int, noToken *int) []span {
	for _, r := range t.first[text[i]] {
		if !strings.HasPrefix(text[i:], r.prefix) {
			continue
		}
		if r.find != nil {
			if s := r.find(text, i, r.kind); len(s) > 0 {
				return s
			}
			continue
		}
		if i < *noToken {
			continue
		}
		s, ok := r.token(text, i)
		if ok {
			return []span{s}
		}
		if s.end-s.start >= maxToken-1 {
			*noToken = s.end
		}
	}
	return nil
}
