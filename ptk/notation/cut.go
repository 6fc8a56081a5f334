package notation

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Keep is the part of a long text or list that matters most when a result is shortened.
type Keep int

// The parts.
const (
	KeepEnds  Keep = iota // the beginning and the end
	KeepStart             // mostly the beginning, as of a file that is read from a line on
	KeepEnd               // mostly the end, as of a log
	KeepEach              // of a list the first elements and some from everywhere, as of matches in many files
)

// head returns the share of a shortened text that comes from its beginning.
func (k Keep) head() float64 {
	switch k {
	case KeepStart:
		return 0.9
	case KeepEnd:
		return 0.25
	case KeepEnds, KeepEach:
	}
	return 0.5
}

// shortened returns the body of a result, which takes size tokens, with a note so that both take share tokens. JSON stays JSON:
// its long strings and lists are shortened.
func (r Result) shortened(body string, size, share int) string {
	const least = 16 // tokens of a body
	note := fmt.Sprintf(" [cut: about %d of %d tokens left out; ask for a smaller part of it, such as fewer lines, or narrow the search]",
		size-share, size)
	most := max(share-EstimateTokens(note), least)
	if !json.Valid([]byte(body)) {
		return cutText(body, size, most, r.Keep, plainText) + note
	}
	short := fit(json.RawMessage(body), size, most, r.Keep)
	for budget := most; EstimateTokens(short) > most && budget > least; { // the parts are estimated one by one
		budget = budget * 9 / 10
		short = fit(json.RawMessage(body), size, budget, r.Keep)
	}
	if EstimateTokens(short) > 2*most { // there is too much of what can't be shortened, such as numbers
		short = cutText(body, size, most, KeepStart, plainText)
	}
	return short + note
}

// fit shortens the strings and lists of a JSON value, which takes size tokens, so that it takes about budget tokens.
func fit(v json.RawMessage, size, budget int, keep Keep) string {
	if size <= budget || len(v) == 0 {
		return string(v)
	}
	switch v[0] {
	case '"':
		return cutText(unquoteJSON(v), size, budget, keep, safeQuoted)
	case '[':
		return string(joinArray(fitList(members(v), budget, keep)))
	case '{':
		return neutralizeJSON(string(joinObject(fitAll(members(v), budget, keep))))
	}
	return string(v)
}

// fitAll shortens the members of an object or the elements of a list. Short ones are kept whole.
func fitAll(list []member, budget int, keep Keep) []member {
	const quotes = 2 // tokens of the signs around a name
	sizes := make([]int, len(list))
	for i, m := range list {
		sizes[i] = EstimateTokens(string(m.value))
		budget -= 1 + EstimateTokens(m.name)
		if m.name != "" {
			budget -= quotes
		}
	}
	for i, share := range shares(sizes, max(budget, 1)) {
		list[i].value = json.RawMessage(fit(list[i].value, sizes[i], share, keep))
	}
	return list
}

// fitList shortens the elements of a list, and leaves some out if too little would be left of each.
func fitList(list []member, budget int, keep Keep) []member {
	const least = 48 // tokens of an element, unless it is shorter
	total := 0
	for _, m := range list {
		total += min(least, EstimateTokens(string(m.value))) + 1
	}
	if total <= budget {
		return fitAll(list, budget, keep)
	}
	const noted = 8 // tokens of the note
	n := max(1, len(list)*max(budget-noted, 1)/total)
	note := member{value: quoteJSON("… (" + strconv.Itoa(len(list)-n) + " more cut)")}
	chosen := fitAll(choose(list, n, keep), budget-noted, keep)
	switch keep {
	case KeepEnd:
		return append([]member{note}, chosen...)
	case KeepStart, KeepEnds, KeepEach:
	}
	return append(chosen, note)
}

// choose returns n elements of a list.
func choose(list []member, n int, keep Keep) []member {
	switch keep {
	case KeepEnd:
		return append([]member(nil), list[len(list)-n:]...)
	case KeepEach:
		first := (n + 1) / 2 // they may be the best
		chosen := append(make([]member, 0, n), list[:first]...)
		for i := range n - first {
			chosen = append(chosen, list[first+(2*i+1)*(len(list)-first)/(2*(n-first))])
		}
		return chosen
	case KeepStart, KeepEnds:
	}
	return append([]member(nil), list[:n]...)
}

// plainText and safeQuoted write a text into a result.
func plainText(s string) string { return s }

func safeQuoted(s string) string { return neutralizeJSON(string(quoteJSON(s))) }

// CutMiddle leaves out the middle of a text so that it takes about the given number of tokens.
func CutMiddle(text string, tokens int) string {
	return cutText(text, EstimateTokens(text), tokens, KeepEnds, plainText)
}

// cutText leaves out the middle of a text, which takes size tokens, so that what write makes of it takes about budget tokens.
func cutText(text string, size, budget int, keep Keep, write func(string) string) string {
	const shortest = 64 // bytes of a text that is cut; the note takes about half of that
	if size <= budget || len(text) < shortest {
		return write(text)
	}
	best, low, high := "", 0, len(text)
	for n := len(text) * budget / size; n > low && n < high; { // the parts of a text differ in tokens for each byte
		out := write(ends(text, n, keep))
		got := EstimateTokens(out)
		if got > budget {
			high = n
		} else if low, best = n, out; got > budget*24/25 {
			break
		}
		if n = n * budget / max(got, 1); n <= low || n >= high {
			n = (low + high) / 2
		}
		if high-low < shortest {
			break
		}
	}
	if best == "" {
		return write(ends(text, 0, keep))
	}
	return best
}

// ends returns the beginning and the end of a text, n bytes in all, with a note between them. A cut within the last tenth of the
// beginning or the first tenth of the end moves to the next line break.
func ends(text string, n int, keep Keep) string {
	head := int(float64(n) * keep.head())
	tail := len(text) - (n - head)
	if at := strings.LastIndexByte(text[:head], '\n') + 1; at > head*9/10 {
		head = at
	}
	if at := strings.IndexByte(text[tail:], '\n') + 1; at > 0 && at < (len(text)-tail)/10 {
		tail += at
	}
	before, after := strings.ToValidUTF8(text[:head], ""), strings.ToValidUTF8(text[tail:], "")
	return before + "… (" + strconv.Itoa(len(text)-len(before)-len(after)) + " bytes cut) …" + after
}
