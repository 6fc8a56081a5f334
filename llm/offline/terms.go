package offline

import (
	"cmp"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strings"
)

// stopWords are words that any question may have and that are not names.
var stopWords = strings.Fields(`
	a an the is are was were be been do does did how what where when why which who whom whose it its this that these those there here i
	me my we our you your they their he she of in on at to for from by with about into as and or not no can could would should will may
	might must please tell show give explain describe find work works working use used uses using get gets make makes made have has had
	happen happens happening code function functions class type method file files folder project repo repository work handled handle
	handles handling implemented implement defined definition called calls mean means way between difference if so then than all any
	some each just like need want know let lets see me being done exactly actually really inside within library package module part
	thing things help helps start begin program one kind sort thế nào như hoạt động là gì của trong ở đâu cho và các những một này đó có
	không tôi bạn hãy làm sao tại giải thích được về với khi nào`)

// terms returns the stems of the words of the question that may be in the code.
func terms(q *question) []string {
	var list []string
	for _, word := range append(slices.Clone(q.quoted), q.words...) {
		word = strings.ToLower(word)
		if len(word) < 3 || slices.Contains(stopWords, word) || !ascii(word) || strings.Contains(word, " ") {
			continue
		}
		list = append(list, stem(word))
	}
	list = unique(list)
	return list[:min(len(list), 5)]
}

// spelled returns the words of the question that begin with the stems, as the user wrote them.
func (q *question) spelled(stems []string) string {
	var list []string
	for _, word := range q.words {
		if slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(word, s) }) {
			list = append(list, word)
		}
	}
	return strings.Join(unique(list), ", ")
}

func ascii(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) }

// stem removes the ending of a word if enough is left.
func stem(word string) string {
	for _, ending := range []string{"ations", "ation", "ing", "ies", "ied", "ers", "er", "ed", "es", "s"} {
		if cut, ok := strings.CutSuffix(word, ending); ok && len(cut) >= 4 {
			return cut
		}
	}
	return word
}

// explainTerms quotes the best of definitions and headings named with the question's words, and of lines with several of the
// words.
func (w *draft) explainTerms(q *question) error {
	words := terms(q)
	if len(words) == 0 {
		return errOtherIntent
	}
	code, err := w.candidates(words)
	if err != nil {
		return err
	}
	chunks, err := w.relatedChunks(q)
	if err != nil {
		return err
	}
	prose, err := w.search("Find it in the documentation.", anyOf(words), 40, "*.md")
	if err != nil {
		return err
	}
	best := append(bestMatches(code, words, 3), bestMatches(prose.Matches, words, 1)...)
	if len(best)+len(chunks) == 0 {
		w.writef("I can't find anything about %s in this workspace.", "Tôi không tìm thấy gì về %s trong workspace này.", q.spelled(words))
		w.closing()
		return nil
	}
	w.writef("This is what I found about %s:", "Đây là những gì tôi tìm thấy về %s:", q.spelled(words))
	waiting := error(nil) // once one waits, the calls for the others go into the same answer
	for _, m := range best {
		if err := w.show(m); err == errWaiting {
			waiting = err
		}
	}
	if others := withoutQuoted(chunks, best); len(others) > 0 {
		if err := w.showChunk(others[0]); err == errWaiting {
			waiting = err
		}
	}
	w.closing()
	return waiting
}

// candidates returns the lines of code that may be related to the words.
func (l *lookup) candidates(words []string) ([]match, error) {
	named, err := l.search("Find definitions named like that.", definesThis+namedLike(words), 150)
	if err != nil && err != errWaiting || len(words) == 1 {
		return named.Matches, err
	}
	together, pairsErr := l.search("Find lines that speak of it.", pairsOf(words), 80)
	list := slices.DeleteFunc(slices.Clone(together.Matches), func(m match) bool { return path.Ext(m.Path) == ".md" })
	return append(list, named.Matches...), cmp.Or(err, pairsErr)
}

// anyOf returns an expression for one of the words.
func anyOf(words []string) string {
	alternatives := make([]string, len(words))
	for i, word := range words {
		alternatives[i] = regexp.QuoteMeta(word)
	}
	return `(?i:` + strings.Join(alternatives, "|") + `)`
}

// namedLike returns an expression for a name with a part that begins with one of the words, as in parseWord or word_parser.
func namedLike(words []string) string {
	capitals := make([]string, len(words))
	for i, word := range words {
		capitals[i] = regexp.QuoteMeta(strings.ToUpper(word[:1]) + word[1:])
	}
	return `(?:(?:\w*_)?` + anyOf(words) + `|\w*(?:` + strings.Join(capitals, "|") + `))\w*`
}

// pairsOf returns an expression for lines with two of the words.
func pairsOf(words []string) string {
	var pairs []string
	for i, a := range words {
		for j, b := range words {
			if i != j {
				pairs = append(pairs, regexp.QuoteMeta(a)+`.*\b`+regexp.QuoteMeta(b))
			}
		}
	}
	return `(?i:` + strings.Join(pairs, "|") + `)`
}

// bestMatches returns the n most relevant lines, at most two of a file and none close to another.
func bestMatches(all []match, words []string, n int) []match {
	list, weights := slices.Clone(all), weigh(all, words)
	slices.SortStableFunc(list, func(a, b match) int {
		return cmp.Or(cmp.Compare(relevance(b, weights), relevance(a, weights)), cmp.Compare(depth(a.Path), depth(b.Path)),
			strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	var best []match
	for _, m := range list {
		near, same := 0, 0
		for _, b := range best {
			if b.Path == m.Path {
				same++
				if max(b.Line, m.Line)-min(b.Line, m.Line) < 15 {
					near++
				}
			}
		}
		if near == 0 && same < 2 && len(best) < n {
			best = append(best, m)
		}
	}
	return best
}

// definedThere matches the name that a line defines.
var definedThere = lazily(definesThis + `(\w+)`)

// weigh returns a weight for each word, from 2 to 8: the fewer lines have it, the higher.
func weigh(all []match, words []string) map[string]int {
	weights := map[string]int{}
	for _, word := range words {
		having := 1
		for _, m := range all {
			having += min(like(parts(m.Text), word), 1)
		}
		weights[word] = 2 + 2*min(bits.Len(uint(len(all)/having)), 3)
	}
	return weights
}

// relevance returns the sum of the weights of the words that a line and its path contain.
func relevance(m match, weights map[string]int) int {
	score := -2 * min(remoteness(m.Path), 8)
	if path.Ext(m.Path) == ".md" {
		score = 0
	}
	line, base, folder := parts(m.Text), parts(path.Base(m.Path)), parts(path.Dir(m.Path))
	for word, weight := range weights {
		if held := 6*like(line, word) + 3*like(base, word) + 2*like(folder, word); held > 0 {
			score += weight*held/4 + 12 // lines with many of the words rank above those with one of them often
		}
	}
	if typeDefiner().MatchString(m.Text) || strings.HasPrefix(m.Text, "#") {
		score += 4
	}
	if d := definedThere().FindStringSubmatch(m.Text); d != nil {
		score += weights[strings.ToLower(d[1])]
	}
	if indent(m.Text) > 0 {
		score -= 3
	}
	return score
}

// parts returns the words of a text, including those within names, in lower case.
func parts(text string) []string {
	spaced := strings.ReplaceAll(splitCamel(text), "_", " ")
	return wordPattern().FindAllString(strings.ToLower(spaced), -1)
}

// like returns 2 if one of the parts is the word or a form of it, 1 if one begins with it, else 0.
func like(parts []string, word string) int {
	best := 0
	for _, p := range parts {
		switch {
		case !strings.HasPrefix(p, word):
		case len(p)-len(word) <= 3:
			return 2
		default:
			best = 1
		}
	}
	return best
}

// show quotes the context of a line that was found.
func (w *draft) show(m match) error {
	if path.Ext(m.Path) == ".md" {
		return w.showParagraph(m)
	}
	if defines().MatchString(m.Text) {
		return w.showDefinition(m)
	}
	s, err := w.read(m.Path, max(1, m.Line-40), 100)
	if err != nil {
		return err
	}
	at := m.Line
	for at < s.last() && commentLine().MatchString(s.line(at)) {
		at++
	}
	if defines().MatchString(s.line(at)) {
		from, to := s.around(at)
		w.quote(s, from, min(to, from+30))
		return nil
	}
	w.quote(s, m.Line-3, max(at, m.Line+3))
	return nil
}

// showParagraph quotes the paragraph that contains a line, with the heading directly above it.
func (w *draft) showParagraph(m match) error {
	s, err := w.read(m.Path, max(1, m.Line-20), 60)
	if err != nil {
		return err
	}
	from, to := m.Line, m.Line
	for from > s.first && !blankLine().MatchString(s.line(from-1)) {
		from--
	}
	for to < s.last() && (!blankLine().MatchString(s.line(to+1)) || strings.HasPrefix(s.line(to), "#")) {
		to++
	}
	w.quote(s, from, min(to, from+20))
	return nil
}
