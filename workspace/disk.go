package workspace

import "context"

// Disk is the [Editor] if no editor is connected: all texts are those on the disk.
type Disk struct {
	// Ask asks the user; nil rejects everything.
	Ask func(ctx context.Context, q Question) (Answer, error)
}

// Buffer returns no buffer.
func (Disk) Buffer(context.Context, string) (Buffer, bool, error) { return Buffer{}, false, nil }

// Dirty returns no files.
func (Disk) Dirty(context.Context) ([]string, error) { return nil, nil }

// Diagnostics is not supported.
func (Disk) Diagnostics(context.Context, string) ([]Diagnostic, error) { return nil, ErrUnsupported }

// Apply is not supported, so the workspace writes to the disk.
func (Disk) Apply(context.Context, Edit) error { return ErrUnsupported }

// Confirm calls Ask.
func (d Disk) Confirm(ctx context.Context, q Question) (Answer, error) {
	if d.Ask == nil {
		return Answer{Decision: Reject, Feedback: "There is nobody to ask here; run with --yes to allow it."}, nil
	}
	return d.Ask(ctx, q)
}

// Context returns nil.
func (Disk) Context(context.Context) (*Context, error) { return nil, nil }
