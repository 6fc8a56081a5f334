package notation

import "strings"

// longestIndent is how many blanks may stand before or behind the marks of a fence.
const longestIndent = 64

// openFence looks whether a code fence starts at src[i].
func (p *Parser) openFence(final bool) (stop, again bool) {
	c := p.src[p.i]
	n, known := runLength(p.src, p.i, final)
	if !known {
		return p.hold()
	}
	if n < 3 {
		return false, false
	}
	rest := p.src[p.i:]
	head, v := fenceHead(rest, n, final)
	if v == more {
		return p.hold()
	}
	if v == no {
		return false, false
	}
	it, v := p.fenceStart(rest, final)
	switch {
	case v == more:
		return p.hold()
	case v == yes && !p.nested && !p.line.marked && !p.options.Native:
		if p.say(p.i); p.frameHere() != frameQuoted {
			p.beginGroup(it)
			return true, true
		}
	}
	p.line = lineState{fence: c, run: n, last: p.line.last, start: true}
	p.skipTo(p.i + head)
	p.mode = modeFence
	return true, true
}

// longestHead is how long the line that opens a fence may be.
const longestHead = 256

// fenceHead gives the length of the line that opens a fence of n marks; no where the line is no such.
func fenceHead(s string, n int, final bool) (int, verdict) {
	line, _, whole := strings.Cut(s[:min(len(s), longestHead)], "\n")
	if !whole && len(line) == longestHead || s[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return 0, no
	}
	if !whole && !final {
		return 0, more
	}
	return min(len(line)+1, len(s)), yes
}

// fenceStart says whether a fence that may hold nothing but calls starts at the start of s.
func (p *Parser) fenceStart(s string, final bool) (item, verdict) {
	n, known := runLength(s, 0, final)
	if !known {
		return item{}, more
	}
	if n < 3 {
		return item{}, no
	}
	head, v := fenceHead(s, n, final)
	if v != yes || !holdsCalls(s[n:head]) {
		return item{}, moreIf(v == more)
	}
	i := skipBlank(s[:min(len(s), head+longestStart)], head)
	if i == len(s) || i == head+longestStart {
		return item{}, moreIf(!final && i < head+longestStart)
	}
	v = p.startsCall(s[i:], final)
	return item{kind: fenceItem, tag: Tag{size: head}, fence: s[0], run: n, scanned: head}, v
}

// holdsCalls says whether a fence in the language that the line behind its marks names may hold calls.
func holdsCalls(line string) bool {
	language, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch strings.ToLower(language) {
	case "", "json", "jsonc", "json5", "jsonl", "python", "python3", "py", "xml", "yaml", "yml", "text", "txt", "plaintext", "plain",
		"tool", "tools", "tool_code", "tool_call", "tool_calls", "tool_use", "function", "functions", "function_call", "function_calls",
		"ptk", "ptk_call", "ptk_batch", "action", "react":
		return true
	}
	return false
}

// startsCall says whether s begins as a call does.
func (p *Parser) startsCall(s string, final bool) verdict {
	found := no
	if s[0] == '<' || s[0] == '[' {
		if _, _, found = p.openers.find(s, final); found == yes {
			return yes
		}
	}
	if p.lead[s[0]] {
		if _, v := p.looseStart(s, final); v > found {
			found = v
		}
	}
	return found
}

// fenceEnd says whether the line at the start of s closes a fence, and how long it is without its line break.
func fenceEnd(s string, fence byte, run int, final bool) (int, verdict) {
	i := skipIndent(s, 0)
	if i == len(s) {
		return 0, moreIf(!final && i < longestIndent)
	}
	n := 0
	for n < 2*longestRun && i+n < len(s) && s[i+n] == fence {
		n++
	}
	if n == 2*longestRun {
		return 0, no
	}
	if i+n == len(s) {
		if final && n >= run {
			return len(s), yes
		}
		return 0, moreIf(!final)
	}
	if n < run {
		return 0, no
	}
	end := skipIndent(s, i+n)
	if end == len(s) {
		if final {
			return end, yes
		}
		return 0, moreIf(end-i-n < longestIndent)
	}
	if s[end] == '\n' {
		return end, yes
	}
	return 0, no
}

func skipIndent(s string, i int) int {
	for most := i + longestIndent; i < len(s) && i < most && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'); {
		i++
	}
	return i
}

// plainFence gives code out as text up to the end of its fence.
func (p *Parser) plainFence(final bool) bool {
	for p.i < len(p.src) {
		if p.line.start {
			n, v := fenceEnd(p.src[p.i:], p.line.fence, p.line.run, final)
			if v == more {
				p.say(p.i)
				return false
			}
			if v == yes {
				p.skipTo(p.i + n)
				p.line = lineState{last: '`'}
				p.mode = modeProse
				return true
			}
			p.line.start = false
		}
		end := strings.IndexByte(p.src[p.i:], '\n')
		if end < 0 {
			p.skipTo(len(p.src))
			break
		}
		p.skipTo(p.i + end + 1)
		p.line.start = true
	}
	p.say(p.i)
	return false
}

// fenceBody reads on in a fence that is held back, up to the line that closes it.
func (p *Parser) fenceBody(it *item, final bool) (stop, again bool) {
	it.lex.pos = max(it.lex.pos, it.body)
	it.scanned = max(it.scanned, it.lex.pos)
	for {
		if it.scanned == it.lex.pos {
			n, v := fenceEnd(p.src[it.lex.pos:], it.fence, it.run, final)
			if v == yes {
				it.bodyEnd = it.lex.pos
				p.complete(it, it.lex.pos+n)
				return false, false
			}
			if v == more {
				return true, false
			}
		}
		end := strings.IndexByte(p.src[it.scanned:], '\n')
		if end < 0 && final {
			it.end, it.bodyEnd = len(p.src), len(p.src)
			return true, p.evaluate()
		}
		if end < 0 {
			it.scanned = len(p.src)
			return true, false
		}
		it.scanned += end + 1
		it.lex.pos = it.scanned
	}
}

// span reads on behind a tag that stands in what may be inline code, until it is known whether that ends.
func (p *Parser) span(final bool) bool {
	for i := p.spanAt; ; {
		next := strings.IndexAny(p.src[i:min(len(p.src), max(i, p.limit))], "`\n")
		if next < 0 {
			p.spanAt = min(len(p.src), p.limit)
			return (final || len(p.src) > p.limit) && p.endSpan(len(p.src) > p.limit)
		}
		i += next
		if p.src[i] == '\n' {
			after := skipIndent(p.src, i+1)
			if after == len(p.src) && !final {
				p.spanAt = i
				return false
			}
			if after < len(p.src) && p.src[after] == '\n' {
				p.spanAt = i
				return p.endSpan(false)
			}
			i++
			continue
		}
		n, known := runLength(p.src, i, final)
		if !known {
			p.spanAt = i
			return false
		}
		i += n
		if n == p.line.span {
			p.spanAt = i
			return p.endSpan(true)
		}
	}
}

// endSpan goes on behind inline code that was closed, or reads again what turned out to be none.
func (p *Parser) endSpan(closed bool) bool {
	end := p.spanAt
	p.spanAt = 0
	p.line.span = 0
	p.mode = modeProse
	if closed || !p.mayRework(end) {
		p.skipTo(end)
	}
	return true
}
