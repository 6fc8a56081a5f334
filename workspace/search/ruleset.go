package search

import (
	"slices"
	"strings"
)

// ruleset holds the patterns of one ignore file by how they are looked up: most are plain names or endings like *.o, which are
// found in a map. The lists hold indexes in all, the last first.
type ruleset struct {
	all    []pattern
	names  map[string][]int
	ends   map[string][]int // by what follows the star, which begins with a dot
	paths  map[string][]int
	others []int
}

func newRuleset(patterns []pattern) ruleset {
	s := ruleset{all: patterns, names: map[string][]int{}, ends: map[string][]int{}, paths: map[string][]int{}}
	for i, p := range slices.Backward(patterns) {
		end, star := strings.CutPrefix(p.text, "*")
		switch {
		case p.literal == len(p.text) && p.name:
			s.names[p.text] = append(s.names[p.text], i)
		case p.literal == len(p.text):
			s.paths[p.text] = append(s.paths[p.text], i)
		case p.name && star && strings.HasPrefix(end, ".") && !strings.ContainsAny(end, special):
			s.ends[end] = append(s.ends[end], i)
		default:
			s.others = append(s.others, i)
		}
	}
	return s
}

// last returns the last pattern that matches the path, which decides; nil if none does.
func (s *ruleset) last(rel string, dir bool) *pattern {
	name := rel[strings.LastIndexByte(rel, '/')+1:]
	best := s.later(-1, s.names[name], dir)
	if len(s.paths) > 0 {
		best = s.later(best, s.paths[rel], dir)
	}
	if len(s.ends) > 0 {
		for i := range len(name) {
			if name[i] == '.' {
				best = s.later(best, s.ends[name[i:]], dir)
			}
		}
	}
	if len(s.others) == 0 {
		return s.at(best)
	}
	has := lettersOf(name)
	for _, i := range s.others {
		if i <= best {
			break
		}
		if p := &s.all[i]; (!p.name || p.needs&^has == 0) && p.matches(rel, dir) {
			best = i
			break
		}
	}
	return s.at(best)
}

func (s *ruleset) at(i int) *pattern {
	if i < 0 {
		return nil
	}
	return &s.all[i]
}

// later returns the first index that is greater than best and fits a folder or file, else best.
func (s *ruleset) later(best int, places []int, dir bool) int {
	for _, i := range places {
		if i > best && (dir || !s.all[i].dirOnly) {
			return i
		}
	}
	return best
}
