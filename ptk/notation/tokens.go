package notation

// EstimateTokens estimates the number of tokens of a text from the classes of its characters: words, letters beyond eight in
// a word, capitals inside words, groups of digits, punctuation, white space, and everything outside ASCII.
// Real vocabularies differ from it by some 15 %.
func EstimateTokens(s string) int {
	var sum float64
	for i := 0; i < len(s); {
		n, weight := tokenRun(s[i:])
		sum += weight
		i += n
	}
	return int(sum + 0.5)
}

// tokenRun returns the length of the run of one class at the start of s, and its weight in tokens.
func tokenRun(s string) (int, float64) {
	class := tokenClass(s[0])
	n := 1
	for n < len(s) && tokenClass(s[n]) == class {
		n++
	}
	return n, tokenWeight(s[:n], class)
}

// The classes of bytes that tokenizers treat alike.
const (
	tokenSpace = iota
	tokenLetter
	tokenDigit
	tokenPunct
	tokenOther
)

func tokenClass(c byte) int {
	switch {
	case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		return tokenSpace
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return tokenLetter
	case c >= '0' && c <= '9':
		return tokenDigit
	case c < 0x80:
		return tokenPunct
	}
	return tokenOther
}

func tokenWeight(run string, class int) float64 {
	switch class {
	case tokenLetter:
		return 0.98 + 0.16*float64(max(0, len(run)-8)) + 0.67*float64(humps(run))
	case tokenDigit:
		return 1.21 * float64((len(run)+2)/3)
	case tokenPunct:
		return 0.74 + 0.15*float64(len(run))
	case tokenSpace:
		if run == " " {
			return 0
		}
		return 0.83
	}
	return 1.26 * float64(runeStarts(run))
}

// humps counts the capitals after a lower-case letter.
func humps(run string) int {
	n := 0
	for i := 1; i < len(run); i++ {
		if run[i] <= 'Z' && run[i-1] >= 'a' {
			n++
		}
	}
	return n
}

func runeStarts(run string) int {
	n := 0
	for i := range len(run) {
		if run[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}
