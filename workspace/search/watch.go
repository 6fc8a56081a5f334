package search

import "errors"

// Errors of a watch: it may have missed a change and has to be started again, or the tree can't be watched.
var (
	errLost        = errors.New("the watch may have missed changes")
	errUnwatchable = errors.New("the system can't watch this tree")
)

// event is a reported change.
type event struct {
	rel string
	// shape is set if a folder or an ignore file may have been created, removed or changed, or a file created or removed.
	shape bool
}
