package index

import "encoding/binary"

// tally adds up what the words of a query say of the chunks and files of one segment after the other.
type tally struct {
	terms   []queryTerm
	chunks  float64
	norms   [256]float32 // of chunks by their size
	perFile float32      // words of a file on average
	perfect float32      // what a chunk has at most

	scores, fileScores []float32 // of the segment
	// Of one word and those related to it, of which the best counts:
	group, fileGroup []float32
	touched, files   []int
	times            []float32 // of one word in each file
}

// tally prepares the adding up of the terms.
func (x *Index) tally(terms []queryTerm) *tally {
	chunks, total := x.totals()
	t := &tally{terms: terms, chunks: chunks}
	if chunks == 0 {
		return t
	}
	for b := range t.norms {
		t.norms[b] = float32(tfLimit * (1 - lengthShare + lengthShare*sizeOf(byte(b))/max(1, total/chunks)))
	}
	files := 0
	for _, s := range x.searched() {
		files += len(s.files)
	}
	t.perFile = float32(total) / float32(max(1, files))
	for i := range terms {
		t.perfect += terms[i].idf(chunks) * (tfLimit + 1 + fileWeight*(fileLimit+1))
	}
	return t
}

// segment adds up for a segment, whose place among those searched is i.
func (t *tally) segment(i int, s *segment) error {
	n, files := int(s.f.chunks), len(s.files)
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

// zeros gives n of them, in the same memory where there is room.
func zeros(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	v = v[:n]
	clear(v)
	return v
}

// list lets each chunk and file that holds a word have the best of the words of its group.
func (t *tally) list(s *segment, list []byte, weight float32) error {
	chunk, file, from := 0, 0, len(t.files)
	for len(list) > 0 {
		step, n := binary.Uvarint(list)
		if n <= 0 {
			return ErrCorrupt
		}
		times, m := binary.Uvarint(list[n:])
		if m <= 0 || step == 0 || step > uint64(int(s.f.chunks)-chunk) {
			return ErrCorrupt
		}
		list = list[n+m:]
		chunk += int(step)
		c, tf := chunk-1, float32(times)
		if t.group[c] == 0 {
			t.touched = append(t.touched, c)
		}
		t.group[c] = max(t.group[c], weight*tf*(tfLimit+1)/(tf+t.norms[s.sizes[c]]))
		for file+1 < len(s.files) && s.files[file+1].first <= c {
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
