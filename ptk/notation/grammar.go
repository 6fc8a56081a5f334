package notation

// grammar is what a parser knows about how calls are written. It is the same for a whole message.
type grammar struct {
	native bool // see Options.Native
	limit  int  // bytes of one call
	tools  *toolbox
	tags   tagTable
	loose  []Loose
	starts startTable
	known  func(name string) int // is knows
	asked  string                // the name that was last looked up, and
	answer int                   // the result
}

func newGrammar(o Options) *grammar {
	g := &grammar{native: o.Native, limit: o.Limit, tools: newToolbox(o.Tools)}
	if g.limit <= 0 {
		g.limit = DefaultLimit
	}
	g.tags = tagsFor(o.Dialects, g.tools)
	g.loose, g.starts = looseFor(o, g.tools)
	g.known = g.knows
	return g
}

// looseFor returns the loose dialects that count with the options, and how their calls begin.
func looseFor(o Options, tools *toolbox) ([]Loose, startTable) {
	all := defaultLoose()
	switch {
	case tools.none() || o.Native:
		all = newLooseTable(nil)
	case o.Dialects != nil:
		all = newLooseTable(o.Dialects)
	}
	starts := all.starts
	if starts.tools {
		starts.addTools(tools)
	}
	return all.dialects, starts
}

// startsCall reports whether s begins as a call does.
func (g *grammar) startsCall(s string, final bool) verdict {
	found := no
	if s[0] == '<' || s[0] == '[' {
		if _, _, found = g.tags.find(s, final); found == yes {
			return yes
		}
	}
	if g.starts.call[s[0]] {
		if _, v := g.startsLoose(s, final); v > found {
			found = v
		}
	}
	return found
}

// startsLoose reports whether a loose call starts at the start of s, and returns its dialect.
func (g *grammar) startsLoose(s string, final bool) (Loose, verdict) {
	s = s[:min(len(s), longestStart)]
	if !g.starts.may(s) {
		return nil, no
	}
	found := no
	for _, d := range g.loose {
		switch d.Start(s, g.known) {
		case 1:
			return d, yes
		case 0:
			found = moreIf(!final && len(s) < longestStart)
		}
	}
	return nil, found
}

// knows reports whether a name is a registered tool's (1), may become one (0), or neither (-1).
func (g *grammar) knows(name string) int {
	if name != g.asked { // consecutive calls ask for the same name repeatedly
		g.asked, g.answer = name, g.look(name)
	}
	return g.answer
}

func (g *grammar) look(name string) int {
	if g.tools.locate(name) >= 0 {
		return 1
	}
	if g.tools.mayLocate(name) {
		return 0
	}
	return -1
}
