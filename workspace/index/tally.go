package index

import (
	"encoding/binary"

	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/segment"
)

// The weights of BM25: a limit is how soon more of a word adds nothing, lengthShare how much long texts are held back.
const (
	tfLimit     = 3.0
	fileLimit   = 4.0 // of a word in a whole file
	lengthShare = 0.5
	fileWeight  = 0.5 // of the whole file, compared to the chunk
)

// tally sums the scores of the words of a query, for the chunks and files of one segment at a time.
type tally struct {
	terms   []queryTerm
	chunks  float64
	norms   [256]float32 // of chunks by their size
	perFile float32      // average number of words of a file
	perfect float32      // the highest score of a chunk

	scores, fileScores []float32 // of the segment
	// Of one word and its related words, of which the best counts:
	group, fileGroup []float32
	touched, files   []int
	times            []float32 // that one word occurs in each file
}

// newTally returns the sums of the terms over the segments that are searched, all zero.
func newTally(searched []*part, terms []queryTerm) *tally {
	t := &tally{terms: terms}
	files, total := 0, 0.0
	for _, s := range searched {
		files += len(s.Files)
		t.chunks, total = t.chunks+float64(s.Chunks), total+float64(s.Total)
	}
	if t.chunks == 0 {
		return t
	}
	for b := range t.norms {
		t.norms[b] = float32(tfLimit * (1 - lengthShare + lengthShare*postings.WordsOf(byte(b))/max(1, total/t.chunks)))
	}
	t.perFile = float32(total) / float32(max(1, files))
	for i := range terms {
		t.perfect += terms[i].idf(t.chunks) * (tfLimit + 1 + fileWeight*(fileLimit+1))
	}
	return t
}

// segment computes the scores of a segment, whose place among those searched is i.
func (t *tally) segment(i int, s *part) error {
	n, files := s.Chunks, len(s.Files)
	t.scores, t.group = zeros(t.scores, n), zeros(t.group, n)
	t.fileScores, t.fileGroup, t.times = zeros(t.fileScores, files), zeros(t.fileGroup, files), zeros(t.times, files)
	for _, term := range t.terms {
		for _, one := range append([]queryTerm{term}, term.also...) {
			if err := t.list(s, one.lists[i], one.weight*one.idf(t.chunks)); err != nil {
				return err
			}
		}
		for _, c := range t.touched {
			t.scores[c] += t.group[c]
			t.group[c] = 0
		}
		for _, f := range t.files {
			t.fileScores[f] += t.fileGroup[f]
			t.fileGroup[f] = 0
		}
		t.touched, t.files = t.touched[:0], t.files[:0]
	}
	return nil
}

// zeros returns n zeros, in the memory of v if it is large enough.
func zeros(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	v = v[:n]
	clear(v)
	return v
}

// list raises the scores of the chunks and files that hold a word to its weight, if they are lower.
func (t *tally) list(s *part, list []byte, weight float32) error {
	chunk, file, from := 0, 0, len(t.files)
	for len(list) > 0 {
		step, n := binary.Uvarint(list)
		if n <= 0 {
			return segment.ErrCorrupt
		}
		times, m := binary.Uvarint(list[n:])
		if m <= 0 || step == 0 || step > uint64(s.Chunks-chunk) {
			return segment.ErrCorrupt
		}
		list = list[n+m:]
		chunk += int(step)
		c, tf := chunk-1, float32(times)
		if t.group[c] == 0 {
			t.touched = append(t.touched, c)
		}
		t.group[c] = max(t.group[c], weight*tf*(tfLimit+1)/(tf+t.norms[s.Sizes[c]]))
		for file+1 < len(s.Files) && s.Files[file+1].First <= c {
			file++
		}
		if t.times[file] == 0 {
			t.files = append(t.files, file)
		}
		t.times[file] += tf
	}
	for _, f := range t.files[from:] {
		norm := fileLimit * (1 - lengthShare + lengthShare*s.words[f]/max(1, t.perFile))
		t.fileGroup[f] = max(t.fileGroup[f], weight*t.times[f]*(fileLimit+1)/(t.times[f]+norm))
		t.times[f] = 0
	}
	return nil
}
