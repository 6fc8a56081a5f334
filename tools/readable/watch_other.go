//go:build !linux

package readable

// watch does nothing here: each folder is checked for changes.
type watch struct{}

func newWatch(string, []string) *watch { return nil }

func (w *watch) add(string) bool { return false }

func (w *watch) changed() (rels map[string]bool, ok bool) { return nil, false }
