//go:build !linux

package search

// watch does not exist on systems that report writes late, or not the ones that are needed.
type watch struct{}

func newWatch(string) (*watch, error) { return nil, errUnwatchable }

func (*watch) close()                 {}
func (*watch) add(string) error       { return errUnwatchable }
func (*watch) take(func(event)) error { return errUnwatchable }
