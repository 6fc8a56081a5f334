package notation

// release settles a group as text: what is complete at once, the rest is read again as prose. upTo is the offset at which
// it turned out to be no call.
func (r *groupReader) release(upTo int) bool {
	r.restart(r.start)
	r.mode = modeProse
	end := upTo
	if last := r.last(); r.open && last.kind != fenceItem && r.mayReread(upTo-last.start) {
		end = last.start
	}
	r.looseFrom = r.start.off + upTo
	r.skipTo(end)
	r.line.start = end == 0 || r.src[end-1] == '\n'
	r.line.marked = false
	r.say(end)
	return true
}

// evaluate settles a group at the end of the message: the items that contain nothing but valid calls are calls, the rest is
// text.
func (r *groupReader) evaluate() bool {
	src, done, last := r.src, 0, r.last()
	at, seen := r.start, 0
	fences := r.firstFence()
	for i := range r.items {
		it := &r.items[i]
		if it.kind != last.kind || it.kind == fenceItem && i < fences {
			continue
		}
		at, seen = at.after(src[seen:it.start]), it.start
		out, ok := r.callsIn(it, at)
		if !ok || r.calls+len(out.Calls) > mostCalls {
			continue
		}
		r.text = append(r.text, src[done:it.start])
		done = it.end
		r.output.add(out)
	}
	if done == 0 || done < last.end {
		r.text = append(r.text, src[done:])
	}
	r.restart(r.start.after(src))
	r.src, r.mode = "", modeProse
	return false
}

// callsIn reads the calls of an item at a position; it returns false if there is none, or one that may not run.
func (r *groupReader) callsIn(it *item, at position) (Output, bool) {
	if it.kind == fenceItem {
		return r.callsInFence(it, at)
	}
	if it.kind == foreignItem && it.end == 0 {
		return Output{}, false
	}
	tools := r.grammar.tools
	calls, err := it.dialect.Read(Body{Tag: it.tag, Text: r.src[it.body:it.bodyEnd], tools: tools, whole: true})
	if err != nil || len(calls) == 0 || r.ending == Cut && hasRepairs(calls) {
		return Output{}, false
	}
	for i := range calls {
		if !tools.fits(calls[i]) {
			return Output{}, false
		}
		calls[i].Loose = true
		calls[i].Offset, calls[i].Batch = at.off, len(calls) > 1
		calls[i].Dialect = it.dialect.Name()
	}
	return Output{Calls: calls}, true
}

// fenceParser parses the text of a fence, which starts at a position, as a message of its own.
type fenceParser func(m *message, text string, at position) Output

// callsInFence reads the calls of a fence; it returns false if the fence contains anything else.
func (r *groupReader) callsInFence(it *item, at position) (Output, bool) {
	out := r.readFence(r.message, r.src[it.body:it.bodyEnd], at.after(r.src[it.start:it.body]))
	if !isBlankText(out.Text) || len(out.Calls)+len(out.Errors) == 0 {
		return Output{}, false
	}
	for i := range out.Calls {
		out.Calls[i].Loose = true
		out.Calls[i].Repaired = append(out.Calls[i].Repaired, "code fence")
	}
	return out, true
}
