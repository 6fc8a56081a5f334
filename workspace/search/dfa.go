package search

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// dfa finds the lines that an expression may match, byte by byte, with states that are computed when they are first needed. It
// handles ASCII only: a line in which it reads another byte before it has decided may match. It serves one goroutine.
type dfa struct {
	prog  *syntax.Prog
	words bool // the expression has word boundaries, so states remember the last byte
	nodes map[string]*node
	start *node
	cr    *node // between the \r and the \n at the end of a line that does not match

	// The fields below are reused between steps to save allocations.
	set  sparse // program counters that are live before a byte
	out  sparse // and after it
	key  []byte
	todo []uint32
}

// node is a state: the program counters that are live before the next byte, with assertions not yet checked.
type node struct {
	next  [256]*node // nil if it is not computed yet, or if the line may match
	known [4]uint64  // the bytes for which nil means that the line may match
	pcs   []uint32
	begin bool // at the beginning of a line
	word  bool // after a byte of a word
	end   verdict
}

// verdict is whether a line that ends in a state may match.
type verdict uint8

const (
	unknown verdict = iota
	no
	yes
)

// maxNodes bounds the memory of a dfa: a state takes about 2 KiB.
const maxNodes = 2000

func newDFA(prog *syntax.Prog) *dfa {
	d := &dfa{prog: prog, set: newSparse(len(prog.Inst)), out: newSparse(len(prog.Inst))}
	for _, i := range prog.Inst {
		d.words = d.words || i.Op == syntax.InstEmptyWidth &&
			syntax.EmptyOp(i.Arg)&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
	}
	d.forget()
	return d
}

// forget drops all states but the first.
func (d *dfa) forget() {
	d.nodes = map[string]*node{}
	d.out.clear()
	d.start = d.node(true, false)
	d.cr = &node{end: no}
	d.cr.next['\n'] = d.start
}

// scan returns a place in the first line that may match, from the beginning of a line at; ok is false if no line may match.
func (d *dfa) scan(data []byte, at int) (place int, ok bool) {
	n := d.start
	for i := at; i < len(data); i++ {
		next := n.next[data[i]]
		if next == nil {
			var may bool
			if next, may = d.slow(n, data, i); may {
				return i, true
			}
		}
		n = next
	}
	if len(data) > at && data[len(data)-1] != '\n' && d.ends(n) {
		return len(data) - 1, true
	}
	return len(data), false
}

// slow takes a step that the node has not computed, or that ends in a match.
func (d *dfa) slow(n *node, data []byte, i int) (next *node, may bool) {
	b := data[i]
	if b == '\r' && (i+1 == len(data) || data[i+1] == '\n') { // belongs to the end of the line, and no more than one
		if d.ends(n) {
			return nil, true
		}
		return d.cr, false
	}
	if n.known[b>>6]>>(b&63)&1 != 0 {
		return nil, true
	}
	switch {
	case b >= 0x80:
		may = true
	case b == '\n':
		next, may = d.start, d.ends(n)
	default:
		next, may = d.step(n, b)
	}
	switch {
	case may:
		n.known[b>>6] |= 1 << (b & 63)
	case b != '\r':
		n.next[b] = next
	}
	return next, may
}

// ends reports whether a line that ends in the state matches.
func (d *dfa) ends(n *node) bool {
	if n.end == unknown {
		n.end = no
		if d.closure(n, syntax.EmptyEndLine|syntax.EmptyEndText, false) {
			n.end = yes
		}
	}
	return n.end == yes
}

// step returns the state after a byte of ASCII, and reports whether the line already matches before it.
func (d *dfa) step(n *node, b byte) (next *node, matched bool) {
	if d.closure(n, 0, isWord(b)) {
		return nil, true
	}
	d.out.clear()
	for _, pc := range d.set.list {
		if i := &d.prog.Inst[pc]; matches(i, rune(b)) {
			d.out.add(i.Out)
		}
	}
	if len(d.nodes) >= maxNodes {
		live := slices.Clone(d.out.list)
		d.forget()
		d.out.clear()
		for _, pc := range live {
			d.out.add(pc)
		}
	}
	return d.node(false, d.words && isWord(b)), false
}

func matches(i *syntax.Inst, r rune) bool {
	switch i.Op {
	case syntax.InstRune1:
		return r == i.Rune[0]
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true // no line contains its line break
	case syntax.InstRune:
		return i.MatchRune(r)
	}
	return false
}

// closure follows the instructions that need no byte, and reports whether there is a match. flags are the assertions that hold
// here, in addition to those that follow from the state and the next byte.
func (d *dfa) closure(n *node, flags syntax.EmptyOp, word bool) bool {
	if n.begin {
		flags |= syntax.EmptyBeginLine | syntax.EmptyBeginText
	}
	if n.word != word {
		flags |= syntax.EmptyWordBoundary
	} else {
		flags |= syntax.EmptyNoWordBoundary
	}
	d.set.clear()
	d.todo = append(d.todo[:0], n.pcs...)
	for len(d.todo) > 0 {
		pc := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if !d.set.add(pc) {
			continue
		}
		switch i := &d.prog.Inst[pc]; i.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			d.todo = append(d.todo, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			d.todo = append(d.todo, i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^flags == 0 {
				d.todo = append(d.todo, i.Out)
			}
		}
	}
	return false
}

// node returns the state of the program counters in out, with the start of the program, which may match from anywhere.
func (d *dfa) node(begin, word bool) *node {
	d.out.add(uint32(d.prog.Start))
	slices.Sort(d.out.list)
	d.key = append(d.key[:0], 0)
	if begin {
		d.key[0] |= 1
	}
	if word {
		d.key[0] |= 2
	}
	for _, pc := range d.out.list {
		d.key = binary.AppendUvarint(d.key, uint64(pc))
	}
	n, ok := d.nodes[string(d.key)]
	if !ok {
		n = &node{pcs: slices.Clone(d.out.list), begin: begin, word: word}
		d.nodes[string(d.key)] = n
	}
	return n
}

func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// sparse is a set of small numbers that is cleared in constant time.
type sparse struct {
	list []uint32
	seen []uint32 // the generation in which each number was added
	gen  uint32
}

func newSparse(n int) sparse { return sparse{seen: make([]uint32, n)} }

func (s *sparse) clear() {
	s.list = s.list[:0]
	s.gen++
	if s.gen == 0 { // wrapped round
		clear(s.seen)
		s.gen = 1
	}
}

// add reports whether the number is new.
func (s *sparse) add(v uint32) bool {
	if s.seen[v] == s.gen {
		return false
	}
	s.seen[v] = s.gen
	s.list = append(s.list, v)
	return true
}
