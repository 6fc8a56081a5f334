package offline

import (
	"regexp"
	"slices"
)

var (
	definedPattern = lazily(`(?i)where(?:'s| is| are)?\s+(?:the\s+)?` +
		`(?:function|type|class|struct|method|interface|variable|constant|const|enum)?\s*([\w.$:]+?)\s+(?:\w+\s+)?` +
		`(?:defined|declared|implemented|located)` +
		`|(?:definition|declaration|implementation)\s+of\s+(?:the\s+)?([\w.$:]+)` +
		`|(?:which|what) file (?:defines|declares|implements)\s+([\w.$:]+)` +
		`|([\w.$:]+)\s+(?:được\s+)?(?:định nghĩa|khai báo)`)
	usedPattern = lazily(`(?i)where(?:'s| is| are| do we| does)?\s+(?:the\s+)?` +
		`(?:function|type|class|struct|method|interface|variable|constant)?\s*(?:use\s+)?([\w.$:]+?)\s+(?:being\s+)?` +
		`(?:used|called|referenced|imported)` +
		`|(?:who|what|which \w+)\s+(?:calls?|uses?|references?|imports?)\s+(?:the\s+)?([\w.$:]+)` +
		`|(?:uses?|usages?|references?|callers?|calls)\s+(?:of|to)\s+(?:the\s+)?([\w.$:]+)` +
		`|([\w.$:]+)\s+(?:được\s+)?(?:dùng|sử dụng|gọi)\s+(?:ở|tại)`)
)

// namedBy returns the name that a pattern finds in the question, spelled as an identifier of the question if it has one.
func (q *question) namedBy(pattern *regexp.Regexp) string {
	m := pattern.FindStringSubmatch(codePattern().ReplaceAllString(q.text, "$1"))
	if m == nil {
		return ""
	}
	if len(q.identifiers) > 0 {
		return q.identifiers[0]
	}
	for _, name := range m[1:] {
		if name != "" && !slices.Contains(stopWords, name) {
			return name
		}
	}
	return ""
}

// asksForDefinition matches the place of a definition.
func asksForDefinition(q *question) bool { return definedName(q) != "" }

func definedName(q *question) string {
	if name := q.namedBy(definedPattern()); name != "" {
		return name
	}
	place := q.has("where is", "where are", "where's", "ở đâu", "show me", "find", "jump to", "go to") || q.begins("show", "where")
	if len(q.identifiers) > 0 && place && len(q.paths) == 0 {
		return q.identifiers[0]
	}
	return ""
}

func showWhere(q *question, w *draft) error {
	name := definedName(q)
	found, err := w.definitions(symbolOf(name))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return w.onlyUses(name)
	}
	best := found[0]
	w.writef("`%s` is defined in %s:", "`%s` được định nghĩa ở %s:", name, place(w.display(best.Path), best.Line, best.Line))
	if err := w.showDefinition(best); err != nil {
		return err
	}
	w.others(found[1:])
	return nil
}

// onlyUses answers for a name that has no definition here.
func (w *draft) onlyUses(name string) error {
	const most = 20
	r, err := w.search("See where "+name+" stands at all.", `\b`+regexp.QuoteMeta(symbolOf(name).name)+`\b`, most)
	if err != nil {
		return err
	}
	if len(r.Matches) == 0 {
		w.writef("There is no `%s` in this workspace.", "Không có `%s` trong workspace này.", name)
		return nil
	}
	w.writef("I can't find a definition of `%s`, only lines that mention it.",
		"Tôi không thấy định nghĩa của `%s`, chỉ thấy các dòng nhắc đến nó.", name)
	w.matches(r, "`"+name+"`", most)
	return nil
}

// others lists further definitions of the same name.
func (o *output) others(found []match) {
	const most = 8
	if len(found) == 0 {
		return
	}
	o.writef("The name is also defined in:", "Tên này cũng được định nghĩa ở:")
	for _, m := range found[:min(most, len(found))] {
		o.item(m)
	}
}

// asksForUses matches the uses of a name.
func asksForUses(q *question) bool { return q.namedBy(usedPattern()) != "" }

func showUses(q *question, w *draft) error {
	const most = 60
	name := q.namedBy(usedPattern())
	s := symbolOf(name)
	r, err := w.search("Find the uses of "+name+".", `\b`+regexp.QuoteMeta(s.name)+`\b`, most)
	if err != nil {
		return err
	}
	defines := regexp.MustCompile(s.patterns()[len(s.patterns())-2])
	r.Matches = slices.DeleteFunc(slices.Clone(r.Matches), func(m match) bool {
		return defines.MatchString(m.Text) || onlyComment().MatchString(m.Text)
	})
	if len(r.Matches) == 0 {
		w.writef("I can't find any use of `%s` in this workspace.", "Tôi không thấy chỗ nào dùng `%s`.", name)
		return nil
	}
	slices.SortStableFunc(r.Matches, func(a, b match) int { return remoteness(a.Path) - remoteness(b.Path) })
	w.matches(r, "`"+name+"`", most)
	return nil
}

var onlyComment = lazily(`^\s*(?://|#\s|\*\s|--\s)`)
