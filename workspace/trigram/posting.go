package trigram

import (
	"cmp"
	"slices"
	"sort"

	"ptk-lsp/workspace/segment"
)

// posting is the coded list of a key.
type posting struct {
	n    int
	list []byte
}

// posting reads the list of a key; n is 0 if no file has it.
func (s *fileSet) posting(key uint32) (posting, error) {
	i := sort.Search(len(s.blocks), func(i int) bool { return s.blocks[i].first > key }) - 1
	if i < 0 {
		return posting{}, nil
	}
	k := s.blocks[i]
	raw, err := s.Piece(k.at, int64(k.length), s.Data)
	if err != nil {
		return posting{}, err
	}
	if segment.Checksum(raw) != k.sum {
		return posting{}, segment.ErrCorrupt
	}
	d, lists, at := &segment.Decoder{B: raw[:k.keys]}, raw[k.keys:], k.first
	for len(d.B) > 0 {
		at += uint32(d.Uvarint())
		n, length := d.Length(len(s.rels)), d.Length(len(lists))
		if d.Bad {
			return posting{}, segment.ErrCorrupt
		}
		if at == key {
			return posting{n, lists[:length]}, nil
		}
		lists = lists[length:]
	}
	if d.Bad {
		return posting{}, segment.ErrCorrupt
	}
	return posting{}, nil
}

// files returns the files that a query selects.
func (s *fileSet) files(q query) (set, error) {
	out, err := s.eval(q)
	if err != nil {
		return nil, err
	}
	out.or(s.any)
	return out, nil
}

func (s *fileSet) eval(q query) (set, error) {
	out := newSet(len(s.rels))
	switch q.op {
	case all:
		for i := range out {
			out[i] = ^uint64(0)
		}
		return out, nil
	case none:
		return out, nil
	case and, or:
	}
	if err := s.grams(q, out); err != nil {
		return nil, err
	}
	for i, sub := range q.subs {
		part, err := s.eval(sub)
		if err != nil {
			return nil, err
		}
		if q.op == or || i == 0 && len(q.grams) == 0 {
			out.or(part)
		} else {
			out.and(part)
		}
	}
	return out, nil
}

// grams adds to out the files that have all of the query's grams, or any of them, depending on its op.
func (s *fileSet) grams(q query, out set) error {
	found := make([][]posting, len(q.grams))
	for i, g := range q.grams {
		for _, key := range g.keys() {
			p, err := s.posting(key)
			if err != nil {
				return err
			}
			found[i] = append(found[i], p)
		}
	}
	if q.op == and {
		slices.SortFunc(found, func(a, b []posting) int { return cmp.Compare(sum(a), sum(b)) })
	}
	part := newSet(len(s.rels))
	for i, ps := range found {
		clear(part)
		for _, p := range ps {
			if p.n > 0 && !part.addList(p.list, p.n, len(s.rels)) {
				return segment.ErrCorrupt
			}
		}
		if i == 0 || q.op == or {
			out.or(part)
			continue
		}
		if out.and(part); i >= enough && out.count() < fewFiles {
			return nil
		}
	}
	return nil
}

// The number of lists that are read before a search stops if few files are left: further lists rule out little.
const (
	enough   = 8
	fewFiles = 8
)

func sum(ps []posting) (n int) {
	for _, p := range ps {
		n += p.n
	}
	return n
}
