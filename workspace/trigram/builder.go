package trigram

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"

	"ptk-lsp/workspace/search"
)

const (
	runBits  = 11 // of the number of a file within a run
	runFiles = 1 << runBits
	runPairs = 4 << 20 // after which a run is written, to bound the memory
	// noisy is the number of keys above which a file holds data more likely than text; it is indexed as one that may hold
	// anything.
	noisy = 1 << 17
)

// builder collects the keys of files, which are added in the order of their paths. Keys are sorted in runs of some files, which
// are stored in a temporary file until they are merged.
type builder struct {
	symbols [256]byte
	seen    []uint64 // the keys of the current file, as a set
	keys    []uint32 // and in no order
	files   []file
	pairs   []uint32 // of the run: a key and the number of the file within the run
	spare   []uint32 // as many, for sorting
	from    int      // the first file of the run
	runs    []run
	temp    *os.File
	at      int64 // its length
	out     []byte
}

// run is where the keys of some files are in the temporary file.
type run struct {
	first   int // its first file
	at, end int64
}

func newBuilder(temp *os.File) *builder {
	return &builder{symbols: symbols(), seen: make([]uint64, 1<<keyBits/64), temp: temp}
}

// add adds a file with its text, nil if searches skip it.
func (b *builder) add(rel string, stamp search.Stamp, text []byte) error {
	b.collect(text)
	at := uint32(len(b.files) - b.from)
	f := file{rel: rel, stamp: stamp, any: len(b.keys) > noisy}
	for _, k := range b.keys {
		b.seen[k>>6] = 0
		if !f.any {
			b.pairs = append(b.pairs, k<<runBits|at)
		}
	}
	b.keys = b.keys[:0]
	b.files = append(b.files, f)
	if at+1 == runFiles || len(b.pairs) > runPairs {
		return b.flush()
	}
	return nil
}

// collect collects the keys of a text.
func (b *builder) collect(text []byte) {
	if bytes.Contains(text, []byte("\u212a")) || bytes.Contains(text, []byte("\u017f")) {
		b.seen[wideKey>>6] |= 1 << (wideKey & 63)
		b.keys = append(b.keys, wideKey)
	}
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		if len(line) >= 3 {
			b.line(line)
		}
	}
}

func (b *builder) line(line []byte) {
	seen, keys := b.seen, b.keys
	key := keyOf(0, b.symbols[line[0]], b.symbols[line[1]])
	for _, c := range line[2:] {
		key = (key<<symbolBits | uint32(b.symbols[c])) & keyMask
		if word, bit := &seen[key>>6], uint64(1)<<(key&63); *word&bit == 0 {
			*word |= bit
			keys = append(keys, key)
		}
	}
	b.keys = keys
}

// flush writes the run: of each key the difference from the previous one, the number of files, and the differences of those.
func (b *builder) flush() error {
	b.sort()
	b.out = b.out[:0]
	last := uint32(0)
	for i := 0; i < len(b.pairs); {
		key := b.pairs[i] >> runBits
		end := i + 1
		for end < len(b.pairs) && b.pairs[end]>>runBits == key {
			end++
		}
		b.out = binary.AppendUvarint(b.out, uint64(key-last))
		b.out = binary.AppendUvarint(b.out, uint64(end-i))
		last = key
		next := uint32(0)
		for ; i < end; i++ {
			id := b.pairs[i] & (runFiles - 1)
			b.out = binary.AppendUvarint(b.out, uint64(id-next))
			next = id + 1
		}
	}
	if _, err := b.temp.WriteAt(b.out, b.at); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	b.runs = append(b.runs, run{b.from, b.at, b.at + int64(len(b.out))})
	b.at += int64(len(b.out))
	b.from, b.pairs = len(b.files), b.pairs[:0]
	return nil
}

// sort sorts the pairs by their keys, in two passes over the digits; the files of a key stay in their order.
func (b *builder) sort() {
	if cap(b.spare) < len(b.pairs) {
		b.spare = make([]uint32, cap(b.pairs))
	}
	to := b.spare[:len(b.pairs)]
	for _, shift := range []uint{runBits, 2 * runBits} {
		var count [1 << runBits]uint32
		for _, p := range b.pairs {
			count[p>>shift&(1<<runBits-1)]++
		}
		at := uint32(0)
		for i, n := range count {
			count[i] = at
			at += n
		}
		for _, p := range b.pairs {
			d := &count[p>>shift&(1<<runBits-1)]
			to[*d] = p
			*d++
		}
		b.pairs, to = to, b.pairs
	}
	b.spare = to[:cap(to)]
}
