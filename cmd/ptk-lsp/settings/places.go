package settings

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// place is where a key stands in a file, counted from 1.
type place struct{ line, column int }

// places are the places of a file's keys by their dotted names.
type places map[string]place

// findPlaces reads where each key of a TOML text stands. The text is known to parse.
func findPlaces(data []byte) places {
	found := places{}
	counts := map[string]int{} // elements of arrays of tables
	p := unstable.Parser{}
	p.Reset(data)
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		key, at := keyOf(&p, e, prefix, e.Kind == unstable.KeyValue)
		switch e.Kind {
		case unstable.Table:
			prefix = key
		case unstable.ArrayTable:
			prefix = fmt.Sprintf("%s[%d]", key, counts[key])
			counts[key]++
			found[key] = at
			key = prefix
		case unstable.KeyValue:
			inline(&p, e.Value(), key, found)
		}
		for ; key != ""; key = parent(key) {
			if _, ok := found[key]; !ok {
				found[key] = at
			}
		}
	}
	return found
}

// inline finds the keys inside an inline table or list.
func inline(p *unstable.Parser, v *unstable.Node, key string, found places) {
	if !v.Valid() {
		return
	}
	i := 0
	for it := v.Children(); it.Next(); i++ {
		switch n := it.Node(); {
		case v.Kind == unstable.InlineTable && n.Kind == unstable.KeyValue:
			k, at := keyOf(p, n, key, true)
			found[k] = at
			inline(p, n.Value(), k, found)
		case v.Kind == unstable.Array:
			inline(p, n, fmt.Sprintf("%s[%d]", key, i), found)
		}
	}
}

// keyOf gives a node's whole dotted name and the place of its first part.
func keyOf(p *unstable.Parser, n *unstable.Node, prefix string, relative bool) (string, place) {
	var parts []string
	var at place
	for it := n.Key(); it.Next(); {
		k := it.Node()
		if parts == nil {
			start := p.Shape(k.Raw).Start
			at = place{start.Line, start.Column}
		}
		parts = append(parts, string(k.Data))
	}
	key := strings.Join(parts, ".")
	if relative {
		key = join(prefix, key)
	}
	return key, at
}

// locate adds source and place to problems; a key without a place of its own has that of what holds it.
func (w places) locate(source string, ps []Problem) []Problem {
	for i := range ps {
		ps[i].Source = source
		for key := ps[i].Key; key != ""; key = parent(key) {
			if at, ok := w[key]; ok {
				ps[i].Line, ps[i].Column = at.line, at.column
				break
			}
		}
	}
	return ps
}

func parent(key string) string {
	return key[:max(strings.LastIndexAny(key, ".["), 0)]
}

// Place tells where the problem is, such as "config.toml:3:1: chat.maxIterations".
func (p Problem) Place() string {
	s := p.Source
	if p.Line > 0 {
		s += fmt.Sprintf(":%d:%d", p.Line, p.Column)
	}
	if p.Key != "" {
		s += ": " + p.Key
	}
	return s
}

// String tells the problem on one line, its place first.
func (p Problem) String() string {
	if p.Key == "" {
		return p.Place() + ": " + p.Message
	}
	return p.Place() + " " + p.Message
}
