package openai

import (
	"encoding/json"
	"fmt"
	"testing"

	"ptk-lsp/llm/wire"
)

// chunkOf returns a chunk with what differs between servers: the spacing, and whether anything but the text changes.
func chunkOf(colon, id, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, `{"id"%[1]s"%[2]s","object"%[1]s"chat.completion.chunk","created"%[1]s1763700000,"model"%[1]s"gpt-5-mini",`+
		`"choices"%[1]s[{"index"%[1]s0,"delta"%[1]s{"content"%[1]s%[3]s},"logprobs"%[1]snull,"finish_reason"%[1]snull}],"usage"%[1]snull}`,
		colon, id, quoted)
}

// read decodes a chunk, with the frame of the one before if it matches.
func read(f *wire.Frame, data []byte) (text string, byFrame bool) {
	if got, ok := f.Text(nil, data); ok {
		return string(got), true
	}
	c, ok := decode(data)
	if !ok || len(c.Choices) == 0 {
		return "", false
	}
	f.Learn(data, c.Choices[0].Delta.text())
	return c.Choices[0].Delta.text(), false
}

func TestFrame(t *testing.T) {
	texts := []string{"a", "b \"quoted\"", "\\", "\n", "é🙂", `","x":"`, `"content":"`, "</s>", " ", "\u2028", "end\\"}
	for _, colon := range []string{":", ": "} {
		f := wire.NewFrame("content")
		framed := 0
		for _, want := range texts {
			got, byFrame := read(&f, chunkOf(colon, "x", want))
			if got != want {
				t.Errorf("%q read as %q", want, got)
			}
			if byFrame {
				framed++
			}
		}
		if framed < len(texts)-2 {
			t.Errorf("only %d of %d were read by the frame", framed, len(texts))
		}
	}
}

// A frame must never return another text than decoding does.
func FuzzFrame(f *testing.F) {
	f.Add(`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"b\""}}]}`)
	f.Add(`{"content":"a","choices":[{"delta":{"content":"a"}}]}`, `{"content":"b","choices":[{"delta":{"content":"a"}}]}`)
	f.Add(`{"choices":[{"delta":{"content":"a","refusal":""}}]}`, `{"choices":[{"delta":{"content":"b","refusal":""}}]}`)
	f.Add(`{"choices":[{"delta":{"refusal":"a","content":null}}]}`, `{"choices":[{"delta":{"content":"a","refusal":"a"}}]}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		known := wire.NewFrame("content")
		c, ok := decode([]byte(first))
		if !ok || c.failed() || len(c.Choices) == 0 || c.Choices[0].Delta.text() == "" {
			return
		}
		known.Learn([]byte(first), c.Choices[0].Delta.text())
		got, framed := known.Text(nil, []byte(second))
		if !framed {
			return
		}
		c, ok = decode([]byte(second))
		if !ok || len(c.Choices) == 0 || c.Choices[0].Delta.text() != string(got) {
			t.Errorf("%s\nafter %s\nis read as %q, but means %+v", second, first, got, c)
		}
	})
}

func BenchmarkChunk(b *testing.B) {
	var same, differing [100][]byte
	for i := range same {
		same[i] = chunkOf(":", "x", fmt.Sprint(" word", i))
		differing[i] = chunkOf(":", fmt.Sprint(i), fmt.Sprint(" word", i))
	}
	for name, chunks := range map[string][100][]byte{"same frame": same, "differing frames": differing} {
		b.Run(name, func(b *testing.B) {
			f := wire.NewFrame("content")
			for i := 0; b.Loop(); i++ {
				read(&f, chunks[i%100])
			}
		})
	}
}
