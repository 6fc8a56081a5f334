package settings

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places are the byte offsets of a file's keys by their dotted names.
type places struct {
	data []byte
	at   map[string]int
}

// Limits of a file. A larger file would only take long to read.
const (
	maxKeys  = 400_000
	maxDepth = 64 // of nested keys, objects and lists
)

// bounded returns an error if a TOML text has too many keys, or keys with too many parts. The parser of the whole text reports
// syntax errors.
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

// findPlaces finds the keys of a TOML text, which is valid and bounded.
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

// keyOf returns a node's full dotted name and the offset of its first part. Parts beyond [maxDepth] are omitted.
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

// locate adds source and position to problems. A key without a position has that of its parent.
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

// Place returns the place of the problem, such as "config.toml:3:1: chat.maxIterations".
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

// String returns the problem on one line, its place first.
func (p Problem) String() string {
	if p.Key == "" {
		return p.Place() + ": " + p.Message
	}
	return p.Place() + " " + p.Message
}
