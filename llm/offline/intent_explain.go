package offline

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// stopWords are words that every question may have and that name nothing.
var stopWords = strings.Fields(`a an the is are was were be been do does did how what where when why which who whom whose it its this that these those there here
	i me my we our you your they their he she of in on at to for from by with about into as and or not no can could would should will may might must
	please tell show give explain describe find work works working use used uses using get gets make makes made have has had happen happens happening
	code function functions class type method file files folder project repo repository work handled handle handles handling implemented implement
	defined definition called calls mean means way between difference if so then than all any some each just like need want know let lets see me
	being done exactly actually really inside within library package module part thing things help helps start begin program one kind sort
	thế nào như hoạt động là gì của trong ở đâu cho và các những một này đó có không tôi bạn hãy làm sao tại giải thích được về với khi nào`)

// asksForExplanation is for how something works, or what it is; nothing else is left here.
func asksForExplanation(q *question) bool {
	return len(q.identifiers) > 0 || len(terms(q)) > 0
}

// terms are the words of the question that may stand in the code, cut to their stems.
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

// said is the words of the question that begin with the stems, as the user wrote them.
func (q *question) said(stems []string) string {
	var list []string
	for _, word := range q.words {
		if slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(word, s) }) {
			list = append(list, word)
		}
	}
	return strings.Join(unique(list), ", ")
}

func ascii(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) }

// stem cuts the ending from a word where enough is left.
func stem(word string) string {
	for _, ending := range []string{"ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "e", "y"} {
		if cut, ok := strings.CutSuffix(word, ending); ok && len(cut) >= 4 {
			return cut
		}
	}
	return word
}

func explain(q *question, w *work) error {
	told := 0
	for _, name := range q.identifiers[:min(len(q.identifiers), 2)] {
		found, err := w.definitions(symbolOf(name))
		if err != nil {
			return err
		}
		if len(found) == 0 {
			continue
		}
		if err := w.explainSymbol(name, found); err != nil {
			return err
		}
		told++
	}
	if told > 0 {
		w.closing()
		return nil
	}
	return w.explainTerms(q)
}

// explainSymbol shows a definition, what belongs to it, and where it is used.
func (w *work) explainSymbol(name string, found []match) error {
	s := symbolOf(name)
	w.say("`%s` is defined in %s:", "`%s` được định nghĩa ở %s:", name, place(w.display(found[0].Path), found[0].Line, found[0].Line))
	if err := w.showDefinition(found[0]); err != nil {
		return err
	}
	if strings.HasSuffix(found[0].Path, ".go") && typeDefiner.MatchString(found[0].Text) {
		if err := w.methods(s.name, path.Dir(found[0].Path)); err != nil {
			return err
		}
	}
	r, err := w.search("See where it is used.", `\b`+regexp.QuoteMeta(s.name)+`\b`, 40)
	if err != nil {
		return err
	}
	uses := slices.DeleteFunc(slices.Clone(r.Matches), func(m match) bool {
		return m.Path == found[0].Path && m.Line == found[0].Line || onlyComment.MatchString(m.Text) || aside(m.Path) > 0
	})
	if len(uses) == 0 {
		return nil
	}
	w.say("It is used for example in:", "Nó được dùng chẳng hạn ở:")
	for _, m := range uses[:min(6, len(uses))] {
		w.item(m)
	}
	w.out.WriteByte('\n')
	return nil
}

// methods lists the methods of a Go type.
func (w *work) methods(name, folder string) error {
	pattern := `^func\s+\(\s*(?:\w+\s+)?\*?` + regexp.QuoteMeta(name) + `(?:\[[^\]]*\])?\s*\)\s+[A-Za-z_]`
	glob := "*.go"
	if folder != "." {
		glob = folder + "/*.go"
	}
	r, err := w.search("List its methods.", pattern, 80, glob)
	list := slices.DeleteFunc(slices.Clone(r.Matches), func(m match) bool { return aside(m.Path) > 0 })
	if err != nil || len(list) == 0 {
		return err
	}
	w.say("Its methods:", "Các phương thức của nó:")
	for _, m := range list[:min(25, len(list))] {
		m.Text = strings.TrimSuffix(strings.TrimSpace(m.Text), " {")
		w.item(m)
	}
	w.out.WriteByte('\n')
	return nil
}

// explainTerms looks for definitions and headings whose names the question's words make up, and quotes the best.
func (w *work) explainTerms(q *question) error {
	words := terms(q)
	if len(words) == 0 {
		return errNotMine
	}
	alternatives := make([]string, len(words))
	for i, word := range words {
		alternatives[i] = regexp.QuoteMeta(word)
	}
	any := `(?i:` + strings.Join(alternatives, "|") + `)`
	code, err := w.search("Find definitions named like that.", definesThis+`\w*`+any+`\w*`, 100)
	if err != nil && err != errWaiting {
		return err
	}
	prose, proseErr := w.search("Find it in the documentation.", any, 40, "*.md")
	if err != nil || proseErr != nil {
		return cmp.Or(err, proseErr)
	}
	best := bestMatches(code.Matches, words, 3)
	texts := bestMatches(prose.Matches, words, 1)
	if len(best)+len(texts) == 0 {
		w.say("I find nothing about %s in this workspace.", "Tôi không tìm thấy gì về %s trong workspace này.", q.said(words))
		w.closing()
		return nil
	}
	w.say("This is what I find about %s:", "Đây là những gì tôi tìm thấy về %s:", q.said(words))
	waiting := error(nil)
	for _, m := range best {
		if err := w.showDefinition(m); err == errWaiting {
			waiting = err
		}
	}
	for _, m := range texts {
		if err := w.showParagraph(m); err == errWaiting {
			waiting = err
		}
	}
	w.closing()
	return waiting
}

// bestMatches gives the n lines that hold most of the words, no more than two of a file.
func bestMatches(all []match, words []string, n int) []match {
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b match) int {
		return cmp.Or(cmp.Compare(worth(b, words), worth(a, words)), cmp.Compare(depth(a.Path), depth(b.Path)), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	perFile := map[string]int{}
	var best []match
	for _, m := range list {
		if perFile[m.Path]++; perFile[m.Path] > 2 || len(best) == n {
			continue
		}
		best = append(best, m)
	}
	return best
}

// worth is the higher the more of the words a line and its path hold.
func worth(m match, words []string) int {
	text, file := strings.ToLower(m.Text), strings.ToLower(m.Path)
	score := -2 * min(aside(m.Path), 8)
	if path.Ext(m.Path) == ".md" {
		score = 0
	}
	for _, word := range words {
		if strings.Contains(text, word) {
			score += 6
		}
		if strings.Contains(path.Base(file), word) {
			score += 3
		} else if strings.Contains(file, word) {
			score += 2
		}
	}
	if typeDefiner.MatchString(m.Text) || strings.HasPrefix(m.Text, "#") {
		score += 2
	}
	if indent(m.Text) > 0 {
		score -= 3
	}
	return score
}

// showParagraph quotes the paragraph of a text in which a line stands, with the heading that it has right above it.
func (w *work) showParagraph(m match) error {
	s, err := w.read(m.Path, max(1, m.Line-20), 60)
	if err != nil {
		return err
	}
	from, to := m.Line, m.Line
	for from > s.first && !blankLine.MatchString(s.line(from-1)) {
		from--
	}
	for to < s.last() && (!blankLine.MatchString(s.line(to+1)) || strings.HasPrefix(s.line(to), "#")) {
		to++
	}
	w.quote(s, from, min(to, from+20))
	return nil
}
