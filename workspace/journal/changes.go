package journal

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

// TurnChanges are the changes of a turn.
type TurnChanges struct {
	ID     string
	Undone bool // they are undone
	Files  []Changed
}

// Changed is what changes did to a file together.
type Changed struct {
	Path string // absolute
	From string // where it was before; the same unless it was moved
	// Before and After are the file before the first and after the last change.
	Before, After Side
}

// Side is a file before or after a change.
type Side struct {
	Exists bool
	hash   string // "" if the content is not known
}

// Changes returns the turns of a conversation that changed files, in the order of their first changes.
func (j *Journal) Changes(conversation string) ([]TurnChanges, error) {
	if j == nil {
		return nil, nil
	}
	all, err := j.log(conversation)
	if err != nil {
		return nil, err
	}
	var order []string
	sums, last := map[string]*sum{}, map[string]int{}
	for _, r := range all {
		last[r.Turn] = r.Step
		if r.Step > 0 {
			continue // undos and redos
		}
		if sums[r.Turn] == nil {
			order = append(order, r.Turn)
			sums[r.Turn] = &sum{}
		}
		sums[r.Turn].add(r)
	}
	var out []TurnChanges
	for _, id := range order {
		if files := sums[id].changed(); len(files) > 0 {
			out = append(out, TurnChanges{id, last[id]%2 == 1, files})
		}
	}
	return out, nil
}

// Sum returns what the turns did together, without those that are undone. The turns are in the order in which they ran.
func Sum(turns []TurnChanges) []Changed {
	var s sum
	for _, t := range turns {
		if t.Undone {
			continue
		}
		for _, c := range t.Files {
			s.join(c)
		}
	}
	return s.changed()
}

// Text returns the content of a side as text. ok is false if it is not known, too large, or no text.
func (j *Journal) Text(s Side) (text string, ok bool, err error) {
	const most = 4 << 20
	if !s.Exists || s.hash == "" {
		return "", false, nil
	}
	text, err = j.content(s.hash)
	if err != nil {
		return "", false, fmt.Errorf("showing a change: %w", err)
	}
	return text, len(text) <= most && utf8.ValidString(text) && plain([]byte(text)), nil
}

// CountLines returns how many lines are added and removed from one text to another.
func CountLines(before, after string) (added, removed int) {
	for _, e := range udiff.Lines(before, after) {
		added += lines(e.New)
		removed += lines(before[e.Start:e.End])
	}
	return added, removed
}

// lines counts the lines of a text; the last need not end in a newline.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// sum adds up changes, by file.
type sum struct{ files []*Changed }

// add adds a record.
func (s *sum) add(r record) {
	c := Changed{Path: r.Path, From: r.Path, Before: Side{r.Kind != create, r.Before}, After: Side{r.Kind != remove, r.After}}
	if r.Kind == move {
		c.Path = r.To
	}
	s.join(c)
}

// join adds what happened to a file next.
func (s *sum) join(c Changed) {
	i := slices.IndexFunc(s.files, func(had *Changed) bool { return had.Path == c.From })
	if i < 0 {
		s.files = append(s.files, &c)
		return
	}
	had := s.files[i]
	if had.Before.Exists && had.Before.hash == "" {
		had.Before.hash = c.Before.hash // it was moved only
	}
	if !c.After.Exists || c.After.hash != "" {
		had.After = c.After
	}
	had.Path = c.Path
}

// changed returns the files that differ.
func (s *sum) changed() (files []Changed) {
	for _, c := range s.files {
		same := c.Path == c.From && c.Before == c.After
		if !same && (c.Before.Exists || c.After.Exists) {
			files = append(files, *c)
		}
	}
	return files
}
