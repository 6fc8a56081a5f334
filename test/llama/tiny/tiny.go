// Package tiny makes language models by hand, for tests: a real model server loads and runs them, and what they answer is known.
//
// A model is a llama with one layer and a table of scripts. Its attention finds the last marker in the prompt, which chooses
// the first piece of the answer; after each piece of a script comes the next one. Markers and pieces are tokens of their own,
// other text is bytes and pairs that were learned of a corpus.
package tiny

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"ptk-lsp/test/llama/gguf"
)

// Script is an answer and the markers of a prompt that lead to it. The model gives the answer whose marker comes last.
type Script struct {
	Markers []string
	Pieces  []string // one token each; no two scripts may continue the same piece differently
	Endless bool     // the answer begins anew after its last piece
}

// Options describe a model.
type Options struct {
	Name    string
	Scripts []Script // the first is the answer to a prompt without a marker
	Pairs   []Pair   // tokens of several bytes; see [Learn]
	Window  int      // the context window that the file declares, in tokens; 0 is 32768
	Layers  int      // layers without effect that make the model slower
	Mean    bool     // an embedding of a text is the mean over its tokens; else the file doesn't say
}

// Limits of a model: pieces and markers have a dimension each.
const (
	maxPieces  = 160
	maxMarkers = 32
)

// Write writes the model as GGUF.
func Write(to io.Writer, o Options) error {
	if len(o.Scripts) == 0 || len(o.Scripts[0].Pieces) == 0 {
		return errors.New("the model has no script")
	}
	v := newVocabulary()
	t, err := newTable(v, o.Scripts)
	if err != nil {
		return err
	}
	v.addPairs(o.Pairs)
	return gguf.Write(to, metadata(o, v), t.tensors(v, o.Layers))
}

// table is what the model has learned: for each piece the next one, and for each marker the first piece.
type table struct {
	first   int         // of the answer without a marker
	pieces  []int       // the tokens that are pieces
	markers []int       // the tokens that are markers
	next    map[int]int // of a piece
	begin   map[int]int // of a marker
	ordinal map[int]int // of a piece or a marker, among its kind
}

func newTable(v *vocabulary, scripts []Script) (*table, error) {
	t := &table{next: map[int]int{}, begin: map[int]int{}, ordinal: map[int]int{}}
	for i, s := range scripts {
		tokens, err := t.addPieces(v, s)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			t.first = tokens[0]
		}
		for _, m := range s.Markers {
			id := v.word(m)
			t.ordinal[id] = len(t.markers)
			t.markers = append(t.markers, id)
			t.begin[id] = tokens[0]
		}
	}
	if len(t.pieces) > maxPieces || len(t.markers) > maxMarkers {
		return nil, fmt.Errorf("%d pieces and %d markers; a model can have %d and %d", len(t.pieces), len(t.markers), maxPieces, maxMarkers)
	}
	return t, nil
}

// addPieces adds the pieces of a script and returns their tokens.
func (t *table) addPieces(v *vocabulary, s Script) ([]int, error) {
	var tokens []int
	for _, p := range s.Pieces {
		id := v.word(p)
		tokens = append(tokens, id)
		if !slices.Contains(t.pieces, id) {
			t.ordinal[id] = len(t.pieces)
			t.pieces = append(t.pieces, id)
		}
	}
	last := v.end
	if s.Endless {
		last = tokens[0]
	}
	for i, id := range tokens {
		to := last
		if i+1 < len(tokens) {
			to = tokens[i+1]
		}
		if before, ok := t.next[id]; ok && before != to {
			return nil, fmt.Errorf("after %q comes %q or %q", v.tokens[id], v.tokens[before], v.tokens[to])
		}
		t.next[id] = to
	}
	return tokens, nil
}
