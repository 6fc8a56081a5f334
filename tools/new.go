package tools

import (
	"context"
	"encoding/json"
	"fmt"
)

// New returns a tool that calls a function to prepare calls. A is the struct of the arguments: its fields have json tags,
// descriptions as `jsonschema:"…"`, and `enum:"a,b"` and `default:"…"` if that helps models. It panics if A has no JSON
// Schema.
func New[A any](s Spec, prepare func(ctx context.Context, c *Call, args A) (*Action, error)) Tool {
	s.Parameters = schemaFor[A]()
	return &typed[A]{spec: s, prepare: prepare}
}

// Reading returns a tool that changes nothing. do returns the fields of the result; title returns the title of the call and
// the places that it reads. R may have the methods Preview() []string and Images() []Image.
func Reading[A, R any](
	s Spec, title func(c *Call, args A) (string, []Location), do func(ctx context.Context, c *Call, args A) (R, error),
) Tool {
	return New(s, func(_ context.Context, c *Call, args A) (*Action, error) {
		a := &Action{Do: func(ctx context.Context) (*Result, error) {
			r, err := do(ctx, c, args)
			if err != nil {
				return nil, err
			}
			return succeed(r), nil
		}}
		a.Title, a.Locations = title(c, args)
		return a, nil
	})
}

// succeed returns a result with the fields, their preview and their pictures.
func succeed(fields any) *Result {
	r := &Result{Fields: fields}
	if p, ok := fields.(interface{ Preview() []string }); ok {
		r.Preview = p.Preview()
	}
	if p, ok := fields.(interface{ Images() []Image }); ok {
		r.Images = p.Images()
	}
	return r
}

type typed[A any] struct {
	spec    Spec
	prepare func(ctx context.Context, c *Call, args A) (*Action, error)
}

func (t *typed[A]) Spec() Spec { return t.spec }

func (t *typed[A]) Prepare(ctx context.Context, c *Call) (*Action, error) {
	var args A
	if err := json.Unmarshal(c.Args, &args); err != nil {
		return nil, &Error{
			Type: ValidationError, Code: CodeInvalidCall, Message: fmt.Sprintf("The arguments can't be read: %v.", err), Cause: err,
		}
	}
	return t.prepare(ctx, c, args)
}
