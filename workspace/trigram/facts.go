package trigram

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// facts describe the texts that an expression matches, in symbols.
type facts struct {
	// exact are all of the texts, nil if they are not known.
	exact []string
	// One of first is at the beginning of each text and one of last at its end, none longer than edge; not used if exact is known.
	first, last []string
	need        query // of a file with a match, in addition to exact
}

const (
	maxTexts = 24 // in a set
	maxRunes = 12 // of a class that is expanded to its letters
	edge     = 2  // symbols that can form trigrams with the neighbouring text
	maxGrams = 48 // of one text; more don't improve a query
)

func anything() facts {
	return facts{first: []string{""}, last: []string{""}, need: query{op: all}}
}

func exactly(texts ...string) facts { return facts{exact: texts, need: query{op: all}} }

// extractor derives the facts of an expression.
type extractor struct {
	wide bool // ASCII letters have other forms if case is ignored
}

func (x *extractor) facts(re *syntax.Regexp) facts {
	switch re.Op {
	case syntax.OpNoMatch:
		return facts{exact: []string{}, need: query{op: none}}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return exactly("")
	case syntax.OpLiteral:
		return x.literal(re)
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpCapture:
		return x.facts(re.Sub[0])
	case syntax.OpQuest:
		return choice(x.facts(re.Sub[0]), exactly(""))
	case syntax.OpPlus:
		return x.facts(re.Sub[0]).loose()
	case syntax.OpConcat:
		f := exactly("")
		for _, sub := range re.Sub {
			f = sequence(f, x.facts(sub))
		}
		return f
	case syntax.OpAlternate:
		f := x.facts(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			f = choice(f, x.facts(sub))
		}
		return f
	}
	return anything() // any character, any number of times
}

// literal returns the facts of a text; a character whose bytes are not known may be anything.
func (x *extractor) literal(re *syntax.Regexp) facts {
	f, run := exactly(""), []byte(nil)
	for _, r := range re.Rune {
		s, ok := x.runeSymbols(r, re.Flags&syntax.FoldCase != 0)
		if ok {
			run = append(run, s...)
			continue
		}
		f = sequence(sequence(f, exactly(string(run))), anything())
		run = nil
	}
	return sequence(f, exactly(string(run)))
}

func (x *extractor) runeSymbols(r rune, fold bool) (string, bool) {
	switch {
	case r == utf8.RuneError: // also invalid UTF-8
		return "", false
	case fold && r >= utf8.RuneSelf:
		return "", false
	case fold && 'A' <= r && r <= 'Z':
		r += 'a' - 'A'
		fallthrough
	case fold && 'a' <= r && r <= 'z':
		x.wide = x.wide || r == 'k' || r == 's'
		return string([]byte{byte(r) | anyCase}), true
	}
	return runeText(r), true
}

// runeText returns the symbols of a character.
func runeText(r rune) string {
	b := utf8.AppendRune(nil, r)
	for i := range b {
		b[i] = symbol(b[i])
	}
	return string(b)
}

// class returns the facts of a choice of characters.
func class(re *syntax.Regexp) facts {
	n := 0
	for i := 0; i < len(re.Rune); i += 2 {
		if n += int(re.Rune[i+1]-re.Rune[i]) + 1; n > maxRunes || re.Rune[i] <= utf8.RuneError && utf8.RuneError <= re.Rune[i+1] {
			return anything()
		}
	}
	var texts []string
	for i := 0; i < len(re.Rune); i += 2 {
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			texts = append(texts, runeText(r))
		}
	}
	if len(texts) == 0 {
		return facts{exact: texts, need: query{op: none}}
	}
	return exactly(texts...)
}

// loose returns the facts without the exact texts, which become edges and a need.
func (f facts) loose() facts {
	if f.exact == nil {
		return f
	}
	return facts{first: heads(f.exact), last: tails(f.exact), need: both(f.need, anyOf(f.exact))}
}

// sequence returns the facts of a followed by b.
func sequence(a, b facts) facts {
	if a.exact != nil && b.exact != nil && len(a.exact)*len(b.exact) <= maxTexts {
		return facts{exact: joined(a.exact, b.exact), need: both(a.need, b.need)}
	}
	first, last := a.first, b.last
	if a.exact != nil {
		first = heads(joined(heads(a.exact), b.beginnings()))
	}
	if b.exact != nil {
		last = tails(joined(a.ends(), tails(b.exact)))
	}
	across := anyOf(joined(a.ends(), b.beginnings()))
	return facts{first: first, last: last, need: both(both(a.loose().need, b.loose().need), across)}
}

// choice returns the facts of a or b.
func choice(a, b facts) facts {
	if a.exact != nil && b.exact != nil && len(a.exact)+len(b.exact) <= maxTexts && a.need.op == all && b.need.op == all {
		return exactly(distinct(slices.Concat(a.exact, b.exact))...)
	}
	a, b = a.loose(), b.loose()
	return facts{first: few(slices.Concat(a.first, b.first)), last: few(slices.Concat(a.last, b.last)), need: either(a.need, b.need)}
}

func (f facts) beginnings() []string {
	if f.exact != nil {
		return heads(f.exact)
	}
	return f.first
}

func (f facts) ends() []string {
	if f.exact != nil {
		return tails(f.exact)
	}
	return f.last
}

func joined(a, b []string) []string {
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return out
}

func heads(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = s[:min(len(s), edge)]
	}
	return few(out)
}

func tails(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = s[max(0, len(s)-edge):]
	}
	return few(out)
}

// few limits the number of edges; the empty edge is always right.
func few(texts []string) []string {
	if texts = distinct(texts); len(texts) > maxTexts {
		return []string{""}
	}
	return texts
}

func distinct(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}
