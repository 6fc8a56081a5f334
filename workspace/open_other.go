//go:build !unix

package workspace

// openFlags is 0: there are no named pipes among the files.
const openFlags = 0
