package credential

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// rule is one shape.
type rule struct {
	prefix   string
	kind     string
	set      *class // what may follow the prefix; nil where find looks itself
	min, max int
	find     func(text string, at int, kind string) []span // what begins at the prefix
}

// class are the bytes of a token.
type class [256]bool

// tables are the rules with what finds them fast.
type tables struct {
	rules  []rule
	first  [256][]rule
	begins [hashes / 64]uint64 // the first three bytes of each prefix, see roll
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
		least, _ := strconv.Atoi(f[2]) // a test looks at the list
		most, err := strconv.Atoi(f[3])
		if err != nil {
			most = 1 << 30
		}
		t.rules = append(t.rules, rule{prefix: strings.ReplaceAll(f[0], "␣", " "), set: classOf(f[1]), min: least, max: most, kind: f[4]})
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

// hashes is how many there are of three bytes.
const hashes = 1 << 15

// roll takes a byte into the hash of the last three.
func roll(h uint, b byte) uint { return (h<<5 ^ uint(b)) % hashes }

// classOf gives the bytes that a word of the list stands for, nil where there is no such word.
func classOf(name string) *class { return classes()[name] }

var classes = sync.OnceValue(func() map[string]*class {
	const alnum = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const upper = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	all := map[string]*class{}
	for name, bytes := range map[string]string{
		"alnum": alnum, "word": alnum + "_", "dash": alnum + "_-", "dotted": alnum + "_-.", "escaped": alnum + "_-%", "path": alnum + "_-/.", "assigned": alnum + "_-=",
		"upper": upper, "upperdash": upper + "-", "hex": "0123456789abcdefABCDEF", "base64": alnum + "+/=_-",
	} {
		c := &class{}
		for i := range len(bytes) {
			c[bytes[i]] = true
		}
		all[name] = c
	}
	return all
})

// find gives what looks like a credential, in the order of the text.
func find(text string) (spans []span) {
	t := table()
	last := 0 // where the one before ends
	dull := 0 // up to where a long run of what tokens are made of is none
	for i := t.next(text, 0); i >= 0; i = t.next(text, i+1) {
		for _, s := range t.at(text, i, &dull) {
			if s.start >= last {
				spans, last = append(spans, s), s.end
			}
		}
		i = max(i, last-1)
	}
	return spans
}

// next gives the next place at which a prefix may begin, -1 where there is none.
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

// possible reports whether any prefix is in a text, which takes no look at what follows.
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

// Possible reports fast whether a text may hold a credential; where it does not, nothing that is made of the text by quoting it does.
func Possible(text string) bool { return table().possible(text) }

// at gives what begins at a place of the text.
func (t *tables) at(text string, i int, dull *int) []span {
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
		if i < *dull {
			continue
		}
		s, ok := r.token(text, i)
		if ok {
			return []span{s}
		}
		if s.end-s.start >= longestToken-1 {
			*dull = s.end
		}
	}
	return nil
}

// longestToken is how much of a token is looked at.
const longestToken = 1024

// token gives the token that begins at a place, or how far it was looked for. Its prefix stays in sight.
func (r rule) token(text string, at int) (span, bool) {
	if wordBefore(text, at) && wordByte(r.prefix[0]) {
		return span{}, false
	}
	start := at + len(r.prefix)
	end := run(text[:min(len(text), start+longestToken)], start, r.set)
	for end > start && (text[end-1] == '.' || text[end-1] == '-') { // of the sentence
		end--
	}
	n := end - start
	s := span{start: start, end: end, kind: r.kind}
	if n < r.min || n > r.max || n == r.max && end < len(text) && wordByte(text[end]) || !random(text[start:end]) {
		return s, false
	}
	if n >= longestToken-1 {
		s.end = run(text, start, r.set)
	}
	return s, true
}

// wordBefore reports whether the byte before a place belongs to the same word. One that is escaped, as the n of \n, does not.
func wordBefore(text string, at int) bool {
	return at > 0 && wordByte(text[at-1]) && (at < 2 || text[at-2] != '\\')
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
