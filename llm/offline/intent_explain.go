package offline

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// asksForExplanation matches any other question that names something.
func asksForExplanation(q *question) bool {
	return len(q.identifiers) > 0 || len(terms(q)) > 0
}

func explain(q *question, w *draft) error {
	shown := 0
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
		shown++
	}
	if shown > 0 {
		w.closing()
		return nil
	}
	return w.explainTerms(q)
}

// explainSymbol shows a definition, what belongs to it, and where it is used.
func (w *draft) explainSymbol(name string, found []match) error {
	s := symbolOf(name)
	w.writef("`%s` is defined in %s:", "`%s` được định nghĩa ở %s:", name, place(w.display(found[0].Path), found[0].Line, found[0].Line))
	if err := w.showDefinition(found[0]); err != nil {
		return err
	}
	if strings.HasSuffix(found[0].Path, ".go") && typeDefiner().MatchString(found[0].Text) {
		if err := w.methods(s.name, path.Dir(found[0].Path)); err != nil {
			return err
		}
	}
	r, err := w.search("See where it is used.", `\b`+regexp.QuoteMeta(s.name)+`\b`, 40)
	if err != nil {
		return err
	}
	uses := slices.DeleteFunc(slices.Clone(r.Matches), func(m match) bool {
		return m.Path == found[0].Path && m.Line == found[0].Line || onlyComment().MatchString(m.Text) || remoteness(m.Path) > 0
	})
	if len(uses) == 0 {
		return nil
	}
	w.writef("It is used for example in:", "Nó được dùng chẳng hạn ở:")
	for _, m := range uses[:min(6, len(uses))] {
		w.item(m)
	}
	w.text.WriteByte('\n')
	return nil
}

// methods lists the methods of a Go type.
func (w *draft) methods(name, folder string) error {
	pattern := `^func\s+\(\s*(?:\w+\s+)?\*?` + regexp.QuoteMeta(name) + `(?:\[[^\]]*\])?\s*\)\s+[A-Za-z_]`
	glob := "*.go"
	if folder != "." {
		glob = folder + "/*.go"
	}
	r, err := w.search("List its methods.", pattern, 80, glob)
	list := slices.DeleteFunc(slices.Clone(r.Matches), func(m match) bool { return remoteness(m.Path) > 0 })
	if err != nil || len(list) == 0 {
		return err
	}
	w.writef("Its methods:", "Các phương thức của nó:")
	for _, m := range list[:min(25, len(list))] {
		m.Text = strings.TrimSuffix(strings.TrimSpace(m.Text), " {")
		w.item(m)
	}
	w.text.WriteByte('\n')
	return nil
}
