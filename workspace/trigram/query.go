package trigram

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// op is how the parts of a query are combined.
type op uint8

const (
	all  op = iota // every file
	none           // no file
	and            // files that all parts have
	or             // files that one part has
)

// query is what a file must contain for an expression to match a line of it.
type query struct {
	op    op
	grams []gram
	subs  []query
}

// gram is three symbols. A symbol with anyCase set is a small letter that also matches its capital.
type gram [3]byte

const anyCase = 0x80

// keys returns the keys that a gram matches.
func (g gram) keys() []uint32 {
	out := []uint32{0}
	for _, b := range g {
		n := len(out)
		for i := range n {
			out[i] = out[i]<<symbolBits | uint32(b&^anyCase)
		}
		if b&anyCase != 0 {
			for i := range n {
				out = append(out, out[i]^0x20) // the capital
			}
		}
	}
	return out
}

// queryOf returns the query of an expression, which must be simplified.
func queryOf(re *syntax.Regexp) query {
	var x extractor
	f := x.facts(re)
	q := both(f.need, anyOf(f.exact))
	if x.wide && q.op != all {
		q = either(q, query{op: and, grams: []gram{{wideKey, wideKey, wideKey}}})
	}
	return q
}

// anyOf returns the query for files with one of the texts; if texts is nil, for all files.
func anyOf(texts []string) query {
	if texts == nil {
		return query{op: all}
	}
	q := query{op: none}
	for _, s := range texts {
		if len(s) < 3 {
			return query{op: all}
		}
		q = either(q, textQuery(s))
	}
	return q
}

func textQuery(s string) query {
	q := query{op: and}
	for i := 0; i+3 <= len(s) && len(q.grams) < maxGrams; i++ {
		if g := (gram{s[i], s[i+1], s[i+2]}); !slices.Contains(q.grams, g) {
			q.grams = append(q.grams, g)
		}
	}
	return q
}

func both(a, b query) query {
	switch {
	case a.op == none || b.op == none:
		return query{op: none}
	case a.op == all:
		return b
	case b.op == all:
		return a
	}
	return join(and, a, b)
}

func either(a, b query) query {
	switch {
	case a.op == all || b.op == all:
		return query{op: all}
	case a.op == none:
		return b
	case b.op == none:
		return a
	}
	return join(or, a, b)
}

// join combines two queries that are neither all nor none; a query of one gram is the same for both operations.
func join(o op, a, b query) query {
	q := query{op: o}
	for _, part := range []query{a, b} {
		if part.op == o || len(part.grams) == 1 && len(part.subs) == 0 {
			for _, g := range part.grams {
				if !slices.Contains(q.grams, g) {
					q.grams = append(q.grams, g)
				}
			}
			q.subs = append(q.subs, part.subs...)
			continue
		}
		q.subs = append(q.subs, part)
	}
	return q
}

// String writes the query for people: grams in quotes, one with ~ before letters of any case.
func (q query) String() string {
	switch q.op {
	case all:
		return "all"
	case none:
		return "none"
	case and, or:
	}
	var parts []string
	for _, g := range q.grams {
		var b strings.Builder
		for _, s := range g {
			if s&anyCase != 0 {
				b.WriteByte('~')
			}
			b.WriteByte(s &^ anyCase)
		}
		parts = append(parts, b.String())
	}
	for _, s := range q.subs {
		parts = append(parts, "("+s.String()+")")
	}
	if q.op == or {
		return strings.Join(parts, "|")
	}
	return strings.Join(parts, " ")
}
