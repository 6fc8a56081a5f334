package tiny

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ptk-lsp/test/llama/gguf"
)

// The dimensions of the vector that stands for a token. Each vector has 1 in constant and a second part of length 1: that of its
// piece, that of its marker with the mark itself, or noise.
const (
	constant = 0
	mark     = 1
	marks    = 8                  // one for each marker
	pieces   = marks + maxMarkers // one for each piece
	noise    = pieces + maxPieces
	width    = 256

	heads     = 2 // the first finds the marker, the second does nothing
	headWidth = width / heads
	hidden    = 64 // of the feed-forward part, which does nothing
	ropeBase  = 1e9
)

// tensors returns the weights.
func (t *table) tensors(v *vocabulary, idle int) []gguf.Tensor {
	n := len(v.tokens)
	out := []gguf.Tensor{
		matrix("token_embd.weight", n, t.embeddings(n)),
		// after the layer a vector has a length of √3, or √2 if there is no marker
		{Name: "output_norm.weight", Dimensions: []uint64{width}, Data: same(math.Sqrt(3. / width))},
		matrix("output.weight", n, t.logits(n)),
	}
	for layer := range 1 + idle {
		out = append(out, layerTensors(fmt.Sprintf("blk.%d.", layer), layer == 0)...)
	}
	return out
}

// matrix is a tensor of rows of the width.
func matrix(name string, rows int, data []float32) gguf.Tensor {
	return gguf.Tensor{Name: name, Dimensions: []uint64{uint64(len(data) / rows), uint64(rows)}, Data: data, Half: true}
}

func same(value float64) []float32 {
	out := make([]float32, width)
	for i := range out {
		out[i] = float32(value)
	}
	return out
}

// embeddings returns the vectors of the tokens.
func (t *table) embeddings(n int) []float32 {
	out := make([]float32, n*width)
	half := float32(math.Sqrt(.5))
	for id := range n {
		row := out[id*width : (id+1)*width]
		row[constant] = 1
		if _, ok := t.begin[id]; ok {
			row[mark], row[marks+t.ordinal[id]] = half, half
		} else if _, ok := t.next[id]; ok {
			row[pieces+t.ordinal[id]] = 1
		} else {
			fillNoise(row[noise:], uint64(id))
		}
	}
	return out
}

// fillNoise fills a row with a random direction of length 1, the same for the same seed.
func fillNoise(row []float32, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	squares := 0.
	for i := range row {
		x := random.NormFloat64()
		row[i], squares = float32(x), squares+x*x
	}
	for i := range row {
		row[i] /= float32(math.Sqrt(squares))
	}
}

// logits returns how vectors vote for the next token: a piece outvotes a marker, and that the first answer.
func (t *table) logits(n int) []float32 {
	const afterPiece, afterMarker, otherwise = 120, 60, 8
	out := make([]float32, n*width)
	for piece, next := range t.next {
		out[next*width+pieces+t.ordinal[piece]] = afterPiece
	}
	for marker, first := range t.begin {
		out[first*width+marks+t.ordinal[marker]] = afterMarker
	}
	out[t.first*width+constant] += otherwise
	return out
}

// layerTensors returns the weights of a layer, all zero if it does nothing.
func layerTensors(prefix string, attends bool) []gguf.Tensor {
	square := func() []float32 { return make([]float32, width*width) }
	query, key, value, output := square(), square(), square(), square()
	if attends {
		attend(query, key)
		for m := range maxMarkers { // the marker's dimension passes through the head
			value[m*width+marks+m] = math.Sqrt2
			output[(marks+m)*width+m] = 1
		}
	}
	return []gguf.Tensor{
		// the vectors have a length of √2, and keep it
		{Name: prefix + "attn_norm.weight", Dimensions: []uint64{width}, Data: same(math.Sqrt(2. / width))},
		{Name: prefix + "ffn_norm.weight", Dimensions: []uint64{width}, Data: same(1)},
		matrix(prefix+"attn_q.weight", width, query),
		matrix(prefix+"attn_k.weight", width, key),
		matrix(prefix+"attn_v.weight", width, value),
		matrix(prefix+"attn_output.weight", width, output),
		matrix(prefix+"ffn_gate.weight", hidden, make([]float32, hidden*width)),
		matrix(prefix+"ffn_up.weight", hidden, make([]float32, hidden*width)),
		matrix(prefix+"ffn_down.weight", width, make([]float32, hidden*width)),
	}
}

// attend makes every token look at markers, and at later ones more. Rotary positions turn pair i of a head by an angle that grows
// with the distance, by ropeBase^(-2i/headWidth) for each token: the last pair hardly turns in any window and finds markers; in
// pairs that turn by about a quarter of a circle in the window, the sine falls with the distance.
func attend(query, key []float32) {
	const find, prefer = 20000, 3000
	last := headWidth/2 - 1
	for pair := range last + 1 {
		strength, row := 0., 2*pair
		switch turn := math.Pow(ropeBase, -2*float64(pair)/headWidth); {
		case pair == last:
			strength = find
		case turn > 5e-5 && turn < 1.3e-4:
			strength, row = prefer, 2*pair+1
		default:
			continue
		}
		weight := float32(math.Sqrt(strength * math.Sqrt(headWidth)))
		query[row*width+constant] = weight
		key[2*pair*width+mark] = weight * math.Sqrt2
	}
}
