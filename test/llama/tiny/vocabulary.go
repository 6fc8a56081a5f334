package tiny

import "regexp"

// The types of tokens in a GGUF file.
const (
	tokenNormal  int32 = 1
	tokenControl int32 = 3
	tokenDefined int32 = 4 // found in text before all others
)

// vocabulary is the tokens of a model: bytes, words of the chat template, what was learned of a corpus, and pieces and markers.
type vocabulary struct {
	tokens []string
	kinds  []int32
	merges []string       // the pairs of byte-pair encoding, in their order
	ids    map[string]int // of tokens
	start  int            // begins a text
	end    int            // ends an answer
}

func newVocabulary() *vocabulary {
	v := &vocabulary{ids: map[string]int{}}
	for b := range 256 {
		v.add(symbol(byte(b)), tokenNormal)
	}
	v.start = v.add("<|endoftext|>", tokenControl)
	v.add("<|im_start|>", tokenControl)
	v.end = v.add("<|im_end|>", tokenControl)
	return v
}

func (v *vocabulary) add(token string, kind int32) int {
	v.tokens = append(v.tokens, token)
	v.kinds = append(v.kinds, kind)
	v.ids[token] = len(v.tokens) - 1
	return len(v.tokens) - 1
}

// word returns the token that is a whole text.
func (v *vocabulary) word(text string) int {
	if id, ok := v.ids[text]; ok {
		return id
	}
	return v.add(text, tokenDefined)
}

// symbol returns the character that stands for a byte in byte-level encoding (GPT-2): the byte itself if it is printable, else
// one of the characters from U+0100 on.
func symbol(b byte) string {
	printable := func(b int) bool { return b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xac || b >= 0xae }
	if printable(int(b)) {
		return string(rune(b))
	}
	r := rune(0x100)
	for before := range int(b) {
		if !printable(before) {
			r++
		}
	}
	return string(r)
}

// words splits text as the encoding does before it looks for pairs.
var words = regexp.MustCompile(`[^\s\pL\pN]?\pL+|\pN| ?[^\s\pL\pN]+|\s+`)

// piece is a word of the corpus as it is encoded so far.
type piece struct {
	parts []string
	count int
}

// Pair is two neighbouring tokens that are one token too.
type Pair [2]string

// Learn returns the n most frequent pairs of a text, each found after those before it were joined, as byte-pair encoding does.
func Learn(corpus string, n int) []Pair {
	var pairs []Pair
	pieces := split(corpus)
	for range n {
		best, count := frequent(pieces)
		if count < 2 {
			break
		}
		pairs = append(pairs, best)
		for i := range pieces {
			pieces[i].parts = joined(pieces[i].parts, best)
		}
	}
	return pairs
}

func (v *vocabulary) addPairs(pairs []Pair) {
	for _, p := range pairs {
		v.merges = append(v.merges, p[0]+" "+p[1])
		if _, ok := v.ids[p[0]+p[1]]; !ok { // other pairs, or a word, can be the same text
			v.add(p[0]+p[1], tokenNormal)
		}
	}
}

func split(corpus string) []piece {
	counts := map[string]int{}
	for _, w := range words.FindAllString(corpus, -1) {
		counts[w]++
	}
	var pieces []piece
	for w, n := range counts {
		p := piece{count: n}
		for _, b := range []byte(w) {
			p.parts = append(p.parts, symbol(b))
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// frequent returns the most frequent pair, the first in the alphabet of those that are equally frequent.
func frequent(pieces []piece) (best Pair, n int) {
	counts := map[Pair]int{}
	for _, p := range pieces {
		for i := 1; i < len(p.parts); i++ {
			counts[Pair{p.parts[i-1], p.parts[i]}] += p.count
		}
	}
	for pair, c := range counts {
		if c > n || c == n && (pair[0] < best[0] || pair[0] == best[0] && pair[1] < best[1]) {
			best, n = pair, c
		}
	}
	return best, n
}

// joined returns the parts with each pair as one part.
func joined(parts []string, pair Pair) []string {
	var out []string
	for i := 0; i < len(parts); i++ {
		if i+1 < len(parts) && parts[i] == pair[0] && parts[i+1] == pair[1] {
			out = append(out, pair[0]+pair[1])
			i++
		} else {
			out = append(out, parts[i])
		}
	}
	return out
}
