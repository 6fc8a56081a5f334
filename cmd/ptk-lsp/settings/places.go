package settings

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places are where a file's keys begin, by their dotted names, in bytes.
type places struct {
	data []byte
	at   map[string]int
}

// What a file may hold; more is not read, for it takes long and means nothing.
const (
	maxKeys  = 400_000
	maxDepth = 64 // of keys, objects and lists within each other
)

// bounded fails where a TOML text has too many keys, or keys of too many parts. What can't be parsed is told by whoever parses
// all of it.
func bounded(data []byte, most int) error {
	p := unstable.Parser{}
	p.Reset(data)
	for n := 0; p.NextExpression(); n++ {
		if n == most {
			return fmt.Errorf("it has more than %d keys", most)
		}
		parts := 0
		for it := p.Expression().Key(); it.Next(); parts++ {
			if parts == maxDepth {
				return fmt.Errorf("a key is nested more than %d levels deep", maxDepth)
			}
		}
	}
	return nil
}

// findPlaces reads where each key of a TOML text stands. The text is known to parse, and to be bounded.
func findPlaces(data []byte) *places {
	found := &places{data: data, at: map[string]int{}}
	counts := map[string]int{} // elements of arrays of tables
	p := unstable.Parser{}
	p.Reset(data)
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		key, at := keyOf(e, prefix, e.Kind == unstable.KeyValue)
		switch e.Kind {
		case unstable.Table:
			prefix = key
		case unstable.ArrayTable:
			prefix = fmt.Sprintf("%s[%d]", key, counts[key])
			counts[key]++
			found.add(key, at)
			key = prefix
		case unstable.KeyValue:
			found.inline(e.Value(), key, 0)
		}
		for ; key != "" && !found.has(key); key = parent(key) {
			found.add(key, at)
		}
	}
	return found
}

func (w *places) has(key string) bool {
	_, ok := w.at[key]
	return ok
}

func (w *places) add(key string, at int) {
	if !w.has(key) {
		w.at[key] = at
	}
}

// inline finds the keys inside an inline table or list.
func (w *places) inline(v *unstable.Node, key string, depth int) {
	if !v.Valid() || depth == maxDepth {
		return
	}
	i := 0
	for it := v.Children(); it.Next(); i++ {
		switch n := it.Node(); {
		case v.Kind == unstable.InlineTable && n.Kind == unstable.KeyValue:
			k, at := keyOf(n, key, true)
			w.at[k] = at
			w.inline(n.Value(), k, depth+1)
		case v.Kind == unstable.Array:
			w.inline(n, fmt.Sprintf("%s[%d]", key, i), depth+1)
		}
	}
}

// keyOf returns a node's whole dotted name and the place of its first part. Parts beyond [maxDepth] are left out.
func keyOf(n *unstable.Node, prefix string, relative bool) (key string, at int) {
	var parts []string
	for it := n.Key(); it.Next() && len(parts) < maxDepth; {
		k := it.Node()
		if parts == nil {
			at = int(k.Raw.Offset)
		}
		parts = append(parts, string(k.Data))
	}
	key = strings.Join(parts, ".")
	if relative {
		key = join(prefix, key)
	}
	return key, at
}

// locate adds source and place to problems; a key without a place of its own has that of what holds it.
func locate(data []byte, source string, ps []Problem) []Problem {
	if len(ps) == 0 {
		return nil
	}
	w := findPlaces(data)
	for i := range ps {
		ps[i].Source = source
		for key := ps[i].Key; key != ""; key = parent(key) {
			if at, ok := w.at[key]; ok {
				before := w.data[:at]
				ps[i].Line, ps[i].Column = bytes.Count(before, []byte{'\n'})+1, at-bytes.LastIndexByte(before, '\n')
				break
			}
		}
		ps[i].Key = shown(ps[i].Key)
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
