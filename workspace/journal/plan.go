package journal

import (
	"context"
	"fmt"
	"io/fs"

	"ptk-lsp/workspace"
)

// plan is what the files of the workspace would be: an undo of it changes nothing.
type plan struct {
	ws *workspace.Workspace
	// changed are the files that would differ, by path; nil if the file would be gone.
	changed map[string]*planned
}

// planned is a file that would differ.
type planned struct {
	content string // as text
	raw     *workspace.Raw
}

func newPlan(ws *workspace.Workspace) *plan { return &plan{ws, map[string]*planned{}} }

func (p *plan) begin(Turn, int) {}

func (p *plan) read(ctx context.Context, path string) (*workspace.Text, error) {
	f, ok := p.changed[path]
	switch {
	case !ok:
		return p.ws.Read(ctx, path)
	case f == nil:
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return &workspace.Text{Content: f.content, Hash: workspace.Hash(f.content)}, nil
}

func (p *plan) raw(path string) (*workspace.Raw, error) {
	f, ok := p.changed[path]
	switch {
	case !ok:
		return p.ws.Raw(path)
	case f == nil:
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return f.raw, nil
}

func (p *plan) exists(path string) bool {
	if f, ok := p.changed[path]; ok {
		return f != nil
	}
	_, err := p.ws.Stat(path)
	return err == nil
}

func (p *plan) write(_ context.Context, e workspace.Edit) error {
	p.changed[e.Path] = &planned{e.After, &workspace.Raw{Data: []byte(e.After)}}
	return nil
}

// remove plans to delete a file; it is refused for the same reason as later: there is unsaved text in the editor.
func (p *plan) remove(ctx context.Context, path, _ string) error {
	if t, err := p.read(ctx, path); err == nil && t.Dirty {
		return fmt.Errorf("%s %w", path, workspace.ErrUnsaved)
	}
	p.changed[path] = nil
	return nil
}

func (p *plan) restore(_ context.Context, path string, r *workspace.Raw) error {
	p.changed[path] = &planned{string(r.Data), r}
	return nil
}

func (p *plan) move(ctx context.Context, from, to, _ string) error {
	if p.exists(to) {
		return fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	t, err := p.read(ctx, from)
	if err != nil {
		return err
	}
	if t.Dirty {
		return fmt.Errorf("%s %w", from, workspace.ErrUnsaved)
	}
	r, err := p.raw(from)
	if err != nil {
		return err
	}
	p.changed[from], p.changed[to] = nil, &planned{t.Content, r}
	return nil
}
