package index

import (
	"maps"
	"slices"

	"ptk-lsp/workspace/index/postings"
)

// contents are the segments and unsaved buffers of an index. The caller of its methods holds the lock of the index.
type contents struct {
	segments []*part            // the oldest first
	files    map[string]known   // by their path
	buffers  map[string]*buffer // unsaved, by the path of their file
}

// buffer is a file as an editor holds it, with unsaved changes.
type buffer struct {
	text    string
	segment *part // in memory; nil if the file is not indexed
}

// known is where the newest version of a file is.
type known struct {
	segment *part
	at      int // in its files
}

func (k known) entry() *postings.File { return &k.segment.Files[k.at] }

// resolve finds out which files of each segment are current.
func (c *contents) resolve() {
	files := 0
	for _, s := range c.segments {
		clear(s.dead)
		s.deadFiles = 0
		files += len(s.Files)
	}
	c.files = make(map[string]known, files)
	for _, s := range c.segments {
		c.supersede(s)
	}
}

// supersede replaces the files of older segments by those of a segment.
func (c *contents) supersede(s *part) {
	for i, f := range s.Files {
		if old, ok := c.files[f.Rel]; ok {
			old.segment.markDead(old.at)
			delete(c.files, f.Rel)
		}
		if f.Deleted {
			s.markDead(i)
			continue
		}
		c.files[f.Rel] = known{s, i}
	}
}

// current reports whether the index has the file in its present state.
func (c *contents) current(rel string, size, modified int64) bool {
	k, ok := c.files[rel]
	return ok && k.entry().Size == size && k.entry().Modified == modified
}

func (c *contents) close() {
	for _, s := range c.segments {
		s.close()
	}
	c.segments = nil
	clear(c.files)
}

// searched returns the segments to search: those on the disk, and the unsaved buffers.
func (c *contents) searched() []*part {
	if len(c.buffers) == 0 {
		return c.segments
	}
	all := slices.Clone(c.segments)
	for _, rel := range slices.Sorted(maps.Keys(c.buffers)) {
		if s := c.buffers[rel].segment; s != nil {
			all = append(all, s)
		}
	}
	return all
}

// alive reports whether the chunk is of the newest version of its file: no later segment has it, nor an unsaved buffer.
func (c *contents) alive(s *part, chunk int) bool {
	at := s.FileOf(chunk)
	return !s.dead[at] && (len(c.buffers) == 0 || s.InMemory() || c.buffers[s.Files[at].Rel] == nil)
}

// mostlyEmbedded reports whether at least half of the chunks have a vector.
func (c *contents) mostlyEmbedded() bool {
	with, all := 0, 0
	for _, s := range c.segments {
		all += s.Chunks
		with += s.embedded()
	}
	return with > 0 && 2*with >= all
}

// Segments that are small or mostly dead are compacted if there are maxSmall of them.
const (
	maxSmall   = 12
	smallBytes = 4 << 20
)

// wasteful returns the segments that are small or of which most is dead, if compaction is due: if there are maxSmall of them, or
// a large one is mostly dead.
func (c *contents) wasteful() []*part {
	var old []*part
	wasted := false
	for _, s := range c.segments {
		waste := s.Size >= smallBytes && 2*s.deadFiles > len(s.Files)
		if wasted = wasted || waste; waste || s.Size < smallBytes {
			old = append(old, s)
		}
	}
	if len(old) < maxSmall && !wasted {
		return nil
	}
	return old
}

// stillIn returns those of the files that segments other than the old ones have.
func (c *contents) stillIn(gone map[string]bool, old []*part) []string {
	var out []string
	for _, s := range c.segments {
		if slices.Contains(old, s) {
			continue
		}
		for _, f := range s.Files {
			if gone[f.Rel] {
				out = append(out, f.Rel)
				delete(gone, f.Rel)
			}
		}
	}
	return out
}
