package credential

import "sync"

// span is a part of a text that is a credential, or one line of one.
type span struct {
	start, end int
	kind       string
	quiet      bool // a further line of the one before
}

// rule is the shape of a kind of credential.
type rule struct {
	prefix   string
	kind     string
	set      *class // of the characters after the prefix; nil if find checks them
	min, max int
	find     func(text string, at int, kind string) []span // finds what begins at the prefix
}

// token returns the token that begins at an index, or how far it was searched. Its prefix is not masked.
func (r rule) token(text string, at int) (span, bool) {
	if wordBefore(text, at) && wordByte(r.prefix[0]) {
		return span{}, false
	}
	start := at + len(r.prefix)
	end := run(text[:min(len(text), start+maxToken)], start, r.set)
	for end > start && (text[end-1] == '.' || text[end-1] == '-') { // of the sentence
		end--
	}
	n := end - start
	s := span{start: start, end: end, kind: r.kind}
	if n < r.min || n > r.max || n == r.max && end < len(text) && wordByte(text[end]) || !random(text[start:end]) {
		return s, false
	}
	if n >= maxToken-1 {
		s.end = run(text, start, r.set)
	}
	return s, true
}

// maxToken is how much of a token is checked.
const maxToken = 1024

// class is a set of bytes.
type class [256]bool

// classOf returns the class of a name in the list, nil if there is none.
func classOf(name string) *class { return classes()[name] }

var classes = sync.OnceValue(func() map[string]*class {
	const alnum = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const upper = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	all := map[string]*class{}
	for name, bytes := range map[string]string{
		"alnum": alnum, "word": alnum + "_", "dash": alnum + "_-", "dotted": alnum + "_-.", "escaped": alnum + "_-%", "path": alnum + "_-/.",
		"assigned": alnum + "_-=",
		"upper":    upper, "upperdash": upper + "-", "hex": "0123456789abcdefABCDEF", "base64": alnum + "+/=_-",
	} {
		c := &class{}
		for i := range len(bytes) {
			c[bytes[i]] = true
		}
		all[name] = c
	}
	return all
})

// run returns the end of the bytes of a class from an index on.
func run(text string, at int, set *class) int {
	for at < len(text) && set[text[at]] {
		at++
	}
	return at
}

// wordBefore reports whether the byte before an index belongs to the same word. An escaped byte, such as the n of \n, does
// not.
func wordBefore(text string, at int) bool {
	return at > 0 && wordByte(text[at-1]) && (at < 2 || text[at-2] != '\\')
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
