package tools

import (
	"context"
	"errors"
	"strings"

	"ptk-lsp/workspace/credential"
)

// pages are the lines of files that a call reads.
type pages struct {
	paths         []string
	offset, limit int
}

// readingText is [Reading] for tools that show the content of files: the user is asked before the model sees credentials in
// it.
func readingText[A, R any](
	s Spec, title func(c *Call, args A) (string, []Location), of func(args A) pages,
	do func(ctx context.Context, c *Call, args A) (R, error),
) Tool {
	reading := func(ctx context.Context, c *Call, args A) (*Action, error) {
		a := &Action{reveals: reveals(ctx, c, of(args)), Do: func(ctx context.Context) (*Result, error) {
			r, err := do(ctx, c, args)
			if err != nil {
				return nil, err
			}
			return succeed(r), nil
		}}
		a.Title, a.Locations = title(c, args)
		return a, nil
	}
	return New(s, reading)
}

// reveals looks for credentials in what a call reads. Files that can't be read reveal nothing; the call itself will report
// the error. Files that are too large for memory are not read twice: their credentials are masked without a question.
func reveals(ctx context.Context, c *Call, p pages) *revealed {
	var words, texts []string
	for _, path := range p.paths {
		t, err := c.Workspace.Read(ctx, path)
		if err != nil || t.Binary || t.Large || p.limit < 0 {
			continue
		}
		offset := max(p.offset, 1)
		lines, _, err := linesOf(ctx, c, t, offset, p.limit)
		if err != nil {
			continue
		}
		masked, note := maskLines(t, offset, lines)
		if note == "" {
			continue
		}
		words = append(words, c.Workspace.Display(t.File.Path)+" holds what looks like "+maskedKinds(masked, t))
		texts = append(texts, t.File.Path+"\x00"+t.Hash)
	}
	if len(words) == 0 {
		return nil
	}
	return &revealed{strings.Join(words, "; "), strings.Join(texts, "\x00")}
}

// reveal asks whether the model may see the credentials that a call would show. If the user does not agree, they are masked.
func (m *Manager) reveal(ctx context.Context, s Spec, c *Call, a *Action) error {
	if a.reveals == nil || c.showSecrets && len(a.Locations) == 1 {
		return nil
	}
	if may, asked := c.Reads.maySee(a.reveals.texts); asked {
		c.showSecrets = may
		return nil
	}
	why := a.reveals.words + ", which the model and its provider would see. If you do not agree, the model gets it masked."
	c.showSecrets = false // consent for one file does not cover the next
	_, err := m.ask(ctx, s, c, a, why, true)
	var refused *Error
	switch {
	case err == nil:
		c.showSecrets = true
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &refused) || refused.Type != PermissionError || refused.Suggestion == rejected("feedback").Suggestion:
		return err
	case refused.Cause != nil:
		return nil // no answer: masked now, and asked again next time
	}
	c.Reads.noteMaySee(a.reveals.texts, c.showSecrets)
	return nil
}

// masked masks credentials in the error of a result, and has [Result.JSON] mask the rest.
func (c *Call) masked(r *Result) *Result {
	r.shows = c.showSecrets
	if r.Err != nil && !c.showSecrets {
		e := *r.Err
		e.Message, e.Suggestion = credential.Mask(e.Message), credential.Mask(e.Suggestion)
		r.Err = &e
	}
	return r
}
