package notation

// group is text that counts only if the message ends with it: loose calls, foreign tags, and fences that contain nothing but
// calls. src starts with its first item.
type group struct {
	items []item
	start position // of src[0]
	pos   int      // src was read up to here
	open  bool     // the last item is not complete yet
}

// mostItems is how many items a group may have. If there are more, the first ones are text.
const mostItems = 1024

// item is one part of a group.
type item struct {
	kind       itemKind
	dialect    Dialect
	tag        Tag
	start, end int // in src
	body       int // where the inside of a tag or fence starts
	bodyEnd    int
	lex        lexer
	xml        xmlState
	fence      byte // its character
	run        int  // how many of it opened the fence
	scanned    int  // the last line of a fence, or the blanks after a tag, were searched up to here
}

// itemKind is the kind of an item.
type itemKind int

const (
	looseItem itemKind = iota
	foreignItem
	fenceItem
)

// add appends an item that starts at an offset of src.
func (g *group) add(it item, at int) {
	it.start = at
	it.body = at + it.tag.size
	it.lex.pos = it.body
	it.lex.single = true
	g.items = append(g.items, it)
	g.open, g.pos = true, at
}

// last returns the last item.
func (g *group) last() *item { return &g.items[len(g.items)-1] }

// complete ends the last item.
func (g *group) complete(end int) {
	it := g.last()
	it.end = end
	if it.bodyEnd == 0 {
		it.bodyEnd = end
	}
	g.open, g.pos = false, end
}

// extend adds the next item. A loose call right after another one belongs to the same list.
func (g *group) extend(next item) {
	last := g.last()
	if next.kind != looseItem || last.kind != looseItem || isLined(next.dialect) || isLined(last.dialect) {
		g.add(next, g.pos)
		return
	}
	last.lex = lexer{pos: g.pos, single: true}
	last.bodyEnd, g.open = 0, true
}

func isLined(d Dialect) bool {
	_, ok := d.(Lined)
	return ok
}

// firstFence returns the index from which on all items are fences.
func (g *group) firstFence() int {
	i := len(g.items)
	for i > 0 && g.items[i-1].kind == fenceItem {
		i--
	}
	return i
}
