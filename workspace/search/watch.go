package search

import "errors"

// Errors of a watch: it may have missed something and has to begin anew, or there can be none.
var (
	errLost      = errors.New("the watch has lost track")
	errNeverTold = errors.New("the system does not tell what is written here")
)

// event is one thing that was told.
type event struct {
	rel string
	// shape is set where a folder or an ignore file may have come, gone or changed, or a file come or gone.
	shape bool
}
