//go:build !unix

package workspace

// openFlags are none where there are no named pipes among the files.
const openFlags = 0
