package trigram

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sort"
)

// posting is the coded list of a key.
type posting struct {
	n    int
	list []byte
}

// posting reads the list of a key; n is 0 where no file has it.
func (s *segment) posting(key uint32) (posting, error) {
	i := sort.Search(len(s.blocks), func(i int) bool { return s.blocks[i].first > key }) - 1
	if i < 0 {
		return posting{}, nil
	}
	k := s.blocks[i]
	raw := make([]byte, k.length)
	if _, err := s.file.ReadAt(raw, k.at); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrCorrupt
		}
		return posting{}, fmt.Errorf("reading the trigram index: %w", err)
	}
	if crc32.Checksum(raw, castagnoli()) != k.sum {
		return posting{}, ErrCorrupt
	}
	r, lists, at := &reader{b: raw[:k.words]}, raw[k.words:], k.first
	for len(r.b) > 0 {
		at += uint32(r.uvarint())
		n, length := r.length(len(s.rels)), r.length(len(lists))
		if r.bad {
			return posting{}, ErrCorrupt
		}
		if at == key {
			return posting{n, lists[:length]}, nil
		}
		lists = lists[length:]
	}
	if r.bad {
		return posting{}, ErrCorrupt
	}
	return posting{}, nil
}

// files gives the files that have what a query asks for.
func (s *segment) files(q query) (set, error) {
	out, err := s.eval(q)
	if err != nil {
		return nil, err
	}
	out.or(s.any)
	return out, nil
}

func (s *segment) eval(q query) (set, error) {
	out := newSet(len(s.rels))
	switch q.op {
	case all:
		for i := range out {
			out[i] = ^uint64(0)
		}
		return out, nil
	case none:
		return out, nil
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

// grams puts into out the files that have all of the query's grams, or any.
func (s *segment) grams(q query, out set) error {
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
				return ErrCorrupt
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

// Of rare lists so many are looked at; more of them rule out little where few files are left.
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
