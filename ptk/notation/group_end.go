package notation

// release gives a group out as text: what is complete at once, what is not is read again as prose. upTo is where it was
// seen that this is no call.
func (p *Parser) release(upTo int) bool {
	g := p.group
	p.at, p.i = g.start, 0
	p.mode = modeProse
	end := upTo
	if last := g.items[len(g.items)-1]; g.open && last.kind != fenceItem && p.mayRework(upTo-last.start) {
		end = last.start
	}
	p.floor = g.start.off + upTo
	p.skipTo(end)
	p.line.start = end == 0 || p.src[end-1] == '\n'
	p.line.marked = false
	if end == 0 {
		p.line.start = true
	}
	p.say(end)
	return true
}

// evaluate is the end of the message: the items that hold nothing but good calls are calls, the rest is text.
func (p *Parser) evaluate() bool {
	g, src, done := p.group, p.src, 0
	last := len(g.items) - 1
	at, looked := g.start, 0
	fences := g.firstFence()
	for i := range g.items {
		it := &g.items[i]
		if it.kind != g.items[last].kind || it.kind == fenceItem && i < fences {
			continue
		}
		at, looked = at.after(src[looked:it.start]), it.start
		out, ok := p.readItem(it, at)
		if !ok || p.calls+len(out.Calls) > mostCalls {
			continue
		}
		p.text = append(p.text, src[done:it.start])
		done = it.end
		p.out.add(out)
		p.settled = true
		p.calls += len(out.Calls)
	}
	if done == 0 || done < g.items[last].end {
		p.text = append(p.text, src[done:])
	}
	p.at, p.i, p.src, p.mode = g.start.after(src), 0, "", modeProse
	return false
}

// firstFence gives the first of the items from which on all are fences.
func (g *group) firstFence() int {
	i := len(g.items)
	for i > 0 && g.items[i-1].kind == fenceItem {
		i--
	}
	return i
}

// readItem reads the calls of an item that starts at the given place; false where it holds none, or one that may not run.
func (p *Parser) readItem(it *item, at place) (Output, bool) {
	if it.kind == fenceItem {
		return p.readFence(it, at)
	}
	if it.kind == foreignItem && it.end == 0 {
		return Output{}, false
	}
	calls, err := it.dialect.Read(Body{Tag: it.tag, Text: p.src[it.body:it.bodyEnd], tools: p.tools, whole: true})
	if err != nil || len(calls) == 0 || p.finish == Cut && hasRepairs(calls) {
		return Output{}, false
	}
	for i := range calls {
		if !p.tools.fits(calls[i]) {
			return Output{}, false
		}
		calls[i].Loose = true
		calls[i].Offset, calls[i].Batch = at.off, len(calls) > 1
		calls[i].Dialect = it.dialect.Name()
	}
	return Output{Calls: calls}, true
}

// fits says whether a call is one of a registered tool with arguments that its schema takes.
func (b *toolbox) fits(c Call) bool {
	i := b.index(c.Tool)
	if i < 0 {
		return false
	}
	s := *b.schema(i)
	if len(s.types) == 0 {
		s.types = []string{"object"}
	}
	_, wrong := s.fit(c.Args, "")
	return wrong == ""
}

// readFence reads the inside of a fence as a message of its own; false where anything but calls stands in it.
func (p *Parser) readFence(it *item, at place) (Output, bool) {
	inner := p.child(at.after(p.src[it.start:it.body]))
	inner.nested = true
	out := inner.Write(p.src[it.body:it.bodyEnd])
	out.add(inner.Close(p.finish))
	if !isBlankText(out.Text) || len(out.Calls)+len(out.Errors) == 0 {
		return Output{}, false
	}
	for i := range out.Calls {
		out.Calls[i].Loose = true
		out.Calls[i].Repaired = append(out.Calls[i].Repaired, "code fence")
	}
	return out, true
}
