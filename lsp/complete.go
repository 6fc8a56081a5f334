package lsp

import (
	"context"
	"unicode/utf16"

	"ptk-lsp/lsp/wire"
)

// complete handles ptk/complete.
func (h handlers) complete(ctx context.Context, p *wire.CompleteParams) (wire.CompleteResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.CompleteResult{}, err
	}
	found := past.Complete(ctx, p.Text, byteOffset(p.Text, p.Offset))
	out := wire.CompleteResult{Items: []wire.CompletionItem{}, Replace: wire.OffsetRange{
		Start: units(p.Text[:found.Start]),
		End:   units(p.Text[:found.End]),
	}}
	for _, c := range found.Items {
		out.Items = append(out.Items, wire.CompletionItem{
			Label: c.Label, Kind: wire.CompletionKind(c.Kind), InsertText: c.Insert,
			Detail: c.Detail,
		})
	}
	return out, nil
}

// byteOffset converts an offset in UTF-16 code units to bytes. An offset beyond the end is the end.
func byteOffset(text string, at int) int {
	for i, r := range text {
		if at <= 0 {
			return i
		}
		at -= utf16.RuneLen(r)
	}
	return len(text)
}

// units returns the number of UTF-16 code units.
func units(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
