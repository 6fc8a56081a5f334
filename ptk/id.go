package ptk

import "crypto/rand"

// newID gives a name that nobody else has.
func newID() string { return rand.Text() }
