package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// naive is what a Buffer is, in the plainest way: the text is walked from its beginning for every change.
type naive struct {
	text string
	enc  Encoding
}

func (n *naive) replace(start, end Position, text string) {
	i, j := n.offset(start), n.offset(end)
	if j < i {
		i, j = j, i
	}
	n.text = n.text[:i] + text + n.text[j:]
}

func (n *naive) offset(p Position) int {
	at := 0
	for line := 0; line < p.Line; line++ {
		end := strings.IndexAny(n.text[at:], "\r\n")
		if end < 0 {
			return len(n.text)
		}
		at += end + 1
		if n.text[at-1] == '\r' && strings.HasPrefix(n.text[at:], "\n") {
			at++
		}
	}
	left := p.Character
	for at < len(n.text) && left > 0 && n.text[at] != '\n' && n.text[at] != '\r' {
		r, size := utf8.DecodeRuneInString(n.text[at:])
		width := size
		if n.enc == UTF16 {
			width = len(utf16.Encode([]rune{r}))
		}
		if left -= width; left < 0 {
			break
		}
		at += size
	}
	return at
}

func TestReplace(t *testing.T) {
	at := func(line, character int) Position { return Position{line, character} }
	for _, c := range []struct {
		name, text string
		enc        Encoding
		start, end Position
		with, want string
	}{
		{"in an empty text", "", UTF16, at(0, 0), at(0, 0), "a", "a"},
		{"a word", "one two\nthree", UTF16, at(0, 4), at(0, 7), "2", "one 2\nthree"},
		{"across lines", "one\ntwo\nthree", UTF16, at(0, 1), at(2, 2), "-", "o-ree"},
		{"behind the end of a line", "one\ntwo", UTF16, at(0, 99), at(0, 99), "!", "one!\ntwo"},
		{"behind the last line", "one\n", UTF16, at(7, 0), at(9, 0), "two", "one\ntwo"},
		{"ends before it starts", "abc", UTF16, at(0, 2), at(0, 1), "-", "a-c"},
		{"all", "one\r\ntwo", UTF16, at(0, 0), at(9, 9), "", ""},
		{"before \\r\\n, not within", "one\r\ntwo", UTF16, at(0, 4), at(1, 0), " ", "one two"},
		{"a lone \\r ends a line", "one\rtwo", UTF16, at(1, 0), at(1, 3), "2", "one\r2"},
		{"UTF-16 counts two for 𝒳", "a𝒳b", UTF16, at(0, 3), at(0, 4), "-", "a𝒳-"},
		{"within 𝒳 is before it", "a𝒳b", UTF16, at(0, 2), at(0, 2), "-", "a-𝒳b"},
		{"UTF-8 counts two for ä", "äb", UTF8, at(0, 2), at(0, 3), "-", "ä-"},
		{"within ä is before it", "äb", UTF8, at(0, 1), at(0, 1), "-", "-äb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := New(c.text, c.enc)
			b.Replace(c.start, c.end, c.with)
			if got := b.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// What a random change may put in: all that could upset the counting.
var (
	small = []string{"", "", "a", "\n", "\r", "\r\n", "ä", "𝒳", "word ", "\n\r"}
	large = []string{strings.Repeat("x", minBlock), strings.Repeat("ab\r\n", blockSize/3), strings.Repeat("𝒳ä\n", maxBlock/5)}
)

// changeAtRandom makes the same n random changes in both and compares.
func changeAtRandom(t *testing.T, r *rand.Rand, text string, enc Encoding, n int) {
	t.Helper()
	b, want := New(text, enc), &naive{text, enc}
	for i := range n {
		lines := strings.Count(want.text, "\n") + 2
		start := Position{r.IntN(lines), r.IntN(40)}
		end := Position{start.Line + r.IntN(3), r.IntN(40)}
		if r.IntN(10) == 0 {
			end.Line = r.IntN(lines)
		}
		piece := small[r.IntN(len(small))]
		if r.IntN(20) == 0 {
			piece = large[r.IntN(len(large))]
		}
		b.Replace(start, end, piece)
		want.replace(start, end, piece)
		if got := b.String(); got != want.text {
			t.Fatalf("change %d, %v to %v with %.20q: the texts differ", i, start, end, piece)
		}
		checkCounts(t, b)
	}
}

// checkCounts compares the counts of each block with its text.
func checkCounts(t *testing.T, b *Buffer) {
	t.Helper()
	var last byte
	for i, blk := range b.blocks {
		fresh := newBlock(blk.data)
		if fresh.lines != blk.lines || fresh.units != blk.units || fresh.plain != blk.plain || fresh.cr != blk.cr || !utf8.Valid(blk.data) {
			t.Fatalf("block %d has counts %d lines, %d units, plain %t, want %d, %d, %t",
				i, blk.lines, blk.units, blk.plain, fresh.lines, fresh.units, fresh.plain)
		}
		if len(blk.data) == 0 && len(b.blocks) > 1 || len(blk.data) > maxBlock+1 || last == '\r' && blk.data[0] == '\n' {
			t.Fatalf("block %d of %d bytes is cut badly", i, len(blk.data))
		}
		if len(blk.data) > 0 {
			last = blk.data[len(blk.data)-1]
		}
	}
}

func TestRandomChanges(t *testing.T) {
	for seed, text := range []string{"", strings.Repeat("äb𝒳\r\n", 3000), strings.Repeat("\r\n", 10000)} {
		for _, enc := range []Encoding{UTF16, UTF8} {
			changeAtRandom(t, rand.New(rand.NewPCG(uint64(seed), 1)), text, enc, 150)
		}
	}
}

func FuzzReplace(f *testing.F) {
	f.Add(uint64(1), "one\r\ntwo\n", false)
	f.Add(uint64(2), strings.Repeat("äb𝒳\r\n", 900), true)
	f.Add(uint64(3), strings.Repeat("\r\n", 5000), false)
	f.Fuzz(func(t *testing.T, seed uint64, text string, bytes bool) {
		enc := UTF16
		if bytes {
			enc = UTF8
		}
		changeAtRandom(t, rand.New(rand.NewPCG(seed, 0)), strings.ToValidUTF8(text, "?"), enc, 10)
	})
}

// A line longer than a block is found in from block to block.
func TestVeryLongLine(t *testing.T) {
	for _, enc := range []Encoding{UTF16, UTF8} {
		text := strings.Repeat("𝒳aä", 40000) + "\nend"
		b, want := New(text, enc), &naive{text, enc}
		for _, c := range []int{0, 1, 2, 8191, 8192, 8193, 70001, 159999, 200000, 999999} {
			b.Replace(Position{0, c}, Position{0, c + 3}, "-")
			want.replace(Position{0, c}, Position{0, c + 3}, "-")
			if b.String() != want.text {
				t.Fatalf("encoding %d: the texts differ after the change at %d", enc, c)
			}
		}
	}
}

func TestPositionAt(t *testing.T) {
	text := strings.Repeat("one\r\nzwö\n𝒳\r", 3000)
	for _, enc := range []Encoding{UTF16, UTF8} {
		b, n := New(text, enc), &naive{text, enc}
		for i, r := range text {
			if i%7 != 0 || r == '\n' {
				continue
			}
			if got := n.offset(b.PositionAt(i)); got != i {
				t.Fatalf("encoding %d: the position of byte %d is %v, which is byte %d", enc, i, b.PositionAt(i), got)
			}
		}
	}
}

// One character typed, in buffers of three sizes, and in a plain string for comparison.
func BenchmarkReplace(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20, 8 << 20} {
		text := strings.Repeat("\tif err != nil { return err }\n", size/30)
		lines := strings.Count(text, "\n")
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			buf, r := New(text, UTF16), rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				p := Position{r.IntN(lines), 5}
				buf.Replace(p, p, "x")
			}
		})
	}
	b.Run("naive1024KiB", func(b *testing.B) {
		n := &naive{strings.Repeat("\tif err != nil { return err }\n", 1<<20/30), UTF16}
		r := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			p := Position{r.IntN(1 << 20 / 30), 5}
			n.replace(p, p, "x")
		}
	})
}

// A whole document of 1 MiB taken over.
func BenchmarkNew(b *testing.B) {
	text := strings.Repeat("\tif err != nil { return err }\n", 1<<20/30)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		New(text, UTF16)
	}
}
