package index

import (
	"path"

	"ptk-lsp/workspace/index/chunk"
	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/index/vector"
	"ptk-lsp/workspace/segment"
)

// part is a segment of an index, with what the index knows of it.
type part struct {
	*postings.Segment
	number    int
	dead      []bool // of each file, whether a later segment has it
	deadFiles int
	words     []float32    // of each file, how many it has
	priors    []float32    // of each file, the weight of its chunks
	vectors   *vector.File // of a model; nil if there are none
}

// The kinds of files in the folder of an index.
const segments, vectorFiles = "segment", "vectors"

// proseWeight is the weight of text about code, compared to code.
const proseWeight = 0.8

func openPart(dir *segment.Dir, number int) (*part, error) {
	s, err := postings.Open(dir.Path(segments, number))
	if err != nil {
		return nil, err
	}
	return newPart(s, number), nil
}

func newPart(s *postings.Segment, number int) *part {
	p := &part{Segment: s, number: number, dead: make([]bool, len(s.Files))}
	p.weigh()
	return p
}

// weigh computes of each file what ranking needs.
func (p *part) weigh() {
	var sizes [256]float32
	for b := range sizes {
		sizes[b] = float32(postings.WordsOf(byte(b)))
	}
	p.words, p.priors = make([]float32, len(p.Files)), make([]float32, len(p.Files))
	for i, f := range p.Files {
		for _, b := range p.Sizes[f.First : f.First+p.ChunksOf(i)] {
			p.words[i] += sizes[b]
		}
		p.priors[i] = 1
		if chunk.IsProse(f.Rel) || path.Base(f.Rel) == "doc.go" {
			p.priors[i] = proseWeight
		}
	}
}

func (p *part) markDead(file int) {
	p.dead[file] = true
	p.deadFiles++
}

// live returns the files that no later segment has.
func (p *part) live() []string {
	var out []string
	for i, f := range p.Files {
		if !p.dead[i] {
			out = append(out, f.Rel)
		}
	}
	return out
}

// openVectors opens the vectors that the named model made of the segment, again if some were missing. Without vectors the segment
// is searched by words alone.
func (p *part) openVectors(dir *segment.Dir, model string) {
	if model == "" || p.vectors != nil && p.vectors.Missing == 0 {
		return
	}
	v, err := vector.Open(dir.Path(vectorFiles, p.number), model)
	if err != nil || v.Chunks != p.Chunks {
		_ = v.Close() // it was only read
		return
	}
	_ = p.vectors.Close()
	p.vectors = v
}

// embedded returns how many chunks have a vector.
func (p *part) embedded() int {
	if p.vectors == nil {
		return 0
	}
	return p.vectors.Chunks - p.vectors.Missing
}

func (p *part) close() {
	_, _ = p.vectors.Close(), p.Close() // they were only read
}
