package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// letters is a model that counts letters, and for which badger means brock.
type letters struct {
	mu   sync.Mutex
	sent []string
	fail error // what it returns; nil for vectors
	dim  int
}

func (l *letters) embedder(name string) Embedder {
	return Embedder{
		Name: name, Documents: l.documents, Query: func(ctx context.Context, text string) ([]float32, error) {
			vs, err := l.documents(ctx, []string{text})
			if err != nil {
				return nil, err
			}
			return vs[0], nil
		},
	}
}

func (l *letters) documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fail != nil || ctx.Err() != nil {
		return nil, errors.Join(l.fail, ctx.Err())
	}
	l.sent = append(l.sent, texts...)
	for _, text := range texts {
		v := make([]float32, max(l.dim, 26))
		for _, c := range strings.ReplaceAll(strings.ToLower(text), "badger", "brock") {
			if 'a' <= c && c <= 'z' {
				v[c-'a']++
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// took returns how many texts were sent since the last call, and sets the error of further calls, nil for vectors.
func (l *letters) took(fail error) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.sent)
	l.sent, l.fail = nil, fail
	return n
}

func (b *bed) embed() {
	b.t.Helper()
	if err := b.x.Embed(b.t.Context(), nil); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bed) reopen(e Embedder) {
	b.t.Helper()
	b.close()
	b.o.Embed = e
	b.open()
	b.refresh()
}

func den() map[string]string {
	files := map[string]string{"brock.go": "brock brock brock brock brock\n"}
	for i := range 30 {
		files[fmt.Sprintf("d/f%02d.go", i)] = fmt.Sprintf("package d\n\nfunc unique%dx() { return zzz }\n", i)
	}
	return files
}
