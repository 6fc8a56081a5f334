package tools

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/workspace/credential"
	"ptk-lsp/workspace/index"
)

type contextArgs struct {
	TokenBudget int    `json:"token_budget" jsonschema:"how many tokens the answer may take, such as 2000"`
	Hint        string `json:"hint,omitempty" jsonschema:"what to look for, in plain words or names from the code; left out, the user's last message"`
}

// CodeContext is the result of the tool request_code_context.
type CodeContext struct {
	Query   string      `json:"query"`
	TopK    int         `json:"top_k"`
	Results []CodePiece `json:"results"` // the best first
	// Incomplete is set while a folder is still being indexed: there may be more results.
	Incomplete bool `json:"incomplete,omitempty"`
}

// CodePiece is a part of a file.
type CodePiece struct {
	ID      string  `json:"id"`
	Score   float64 `json:"score"`
	Path    string  `json:"path"`
	Start   int     `json:"start"` // lines, counted from 1, inclusive
	End     int     `json:"end"`
	Snippet string  `json:"snippet,omitempty"` // left out once the budget is used up
}

// Preview lists the locations of the pieces.
func (c CodeContext) Preview() []string {
	var out []string
	for _, r := range c.Results {
		out = append(out, fmt.Sprintf("%s:%d-%d", r.Path, r.Start, r.End))
	}
	return append([]string{fmt.Sprintf("%d pieces", len(c.Results))}, firstLines(out, 3)...)
}

const (
	indexWait     = 5 * time.Second // for a folder that is indexed for the first time
	tokensAPiece  = 200             // tokens of the budget for each piece
	leastPieces   = 5
	mostPieces    = 20
	bytesAToken   = 3  // code has about three and a half
	pieceOverhead = 40 // tokens of a result in addition to its snippet
)

func (l finder) requestCodeContext(x *index.Set) Tool {
	return Reading(Spec{
		Name: "request_code_context", Kind: KindSearch,
		Description: "Finds the pieces of the workspace's files that answer a question best, by words and by meaning. Use it " +
			"where you don't know the names to search for.",
	}, func(c *Call, a contextArgs) (string, []Location) {
		return fmt.Sprintf("Find code for %q", cmp.Or(a.Hint, c.Message)), nil
	}, func(ctx context.Context, c *Call, a contextArgs) (*CodeContext, error) {
		query := strings.TrimSpace(cmp.Or(a.Hint, c.Message))
		if query == "" {
			return nil, &Error{
				Type: ValidationError, Code: CodeInvalidCall, Message: "There is nothing to look for.",
				Suggestion: "Say in hint what you need to know.",
			}
		}
		out := &CodeContext{Query: query, TopK: min(max(a.TokenBudget/tokensAPiece, leastPieces), mostPieces), Results: []CodePiece{}}
		wait, cancel := context.WithTimeout(ctx, indexWait)
		defer cancel()
		dirty, err := c.Workspace.Dirty(ctx)
		if err != nil {
			return nil, err
		}
		x.SetBuffers(dirty)
		hits, complete, err := x.Search(ctx, wait, query, out.TopK)
		if err != nil {
			return nil, fmt.Errorf("searching the index: %w", err)
		}
		out.Incomplete = !complete
		budget := a.TokenBudget
		for _, h := range hits {
			if p, ok := l.piece(ctx, c, h, &budget); ok {
				out.Results = append(out.Results, p)
			}
		}
		return out, ctx.Err()
	})
}

// piece returns a hit, with its text if the budget allows. ok is false if the file no longer exists or may hold secrets.
func (l finder) piece(ctx context.Context, c *Call, h index.FolderHit, budget *int) (p CodePiece, ok bool) {
	path := h.Path()
	t, err := c.Workspace.Read(ctx, path)
	if err != nil || t.Binary || t.Large || l.secrets.Match(t.File.Rel) {
		return p, false
	}
	if other, err := c.Workspace.OtherName(ctx, path, l.secrets.Match); other != "" || err != nil {
		return p, false
	}
	lines := splitLines(credential.Mask(t.Content))
	if h.Start > len(lines) {
		return p, false
	}
	p = CodePiece{Score: h.Score, Path: c.Workspace.Display(path), Start: h.Start, End: min(h.End, len(lines))}
	p.ID = fmt.Sprintf("%s:%d-%d", p.Path, p.Start, p.End)
	text := snippet(path, p.Start, lines[p.Start-1:p.End])
	if cost := len(text)/bytesAToken + pieceOverhead; cost <= *budget {
		*budget -= cost
		p.Snippet = text
	}
	return p, true
}
