package journal

import (
	"context"

	"ptk-lsp/workspace"
)

// files are the files that an undo restores: the workspace itself, or a plan of it.
type files interface {
	// begin sets the turn and step to which the next changes belong.
	begin(t Turn, step int)
	read(ctx context.Context, path string) (*workspace.Text, error)
	raw(path string) (*workspace.Raw, error)
	exists(path string) bool
	write(ctx context.Context, e workspace.Edit) error
	remove(ctx context.Context, path, hash string) error
	restore(ctx context.Context, path string, r *workspace.Raw) error
	move(ctx context.Context, from, to, hash string) error
}

// making restores the files of the workspace, and records that.
type making struct {
	j    *Journal
	ws   *workspace.Workspace
	t    Turn
	step int
}

func (m *making) begin(t Turn, step int) { m.t, m.step = t, step }

func (m *making) read(ctx context.Context, path string) (*workspace.Text, error) {
	return m.ws.Read(ctx, path)
}

func (m *making) raw(path string) (*workspace.Raw, error) { return m.ws.Raw(path) }

func (m *making) exists(path string) bool {
	_, err := m.ws.Stat(path)
	return err == nil
}

func (m *making) write(ctx context.Context, e workspace.Edit) error {
	return m.j.write(ctx, m.ws, m.t, m.step, e)
}

func (m *making) remove(ctx context.Context, path, hash string) error {
	return m.j.delete(ctx, m.ws, m.t, m.step, path, hash)
}

func (m *making) restore(ctx context.Context, path string, r *workspace.Raw) error {
	back := record{Turn: m.t.ID, Step: m.step, Kind: create, Path: path, Link: r.Link, After: workspace.HashBytes(r.Data)}
	return m.j.perform(m.t, back, func() error { return m.ws.Restore(ctx, path, r) })
}

func (m *making) move(ctx context.Context, from, to, hash string) error {
	return m.j.move(ctx, m.ws, m.t, m.step, from, to, hash)
}
