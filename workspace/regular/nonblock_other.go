//go:build !unix

package regular

// nonblock is nothing where there are no named pipes among the files.
const nonblock = 0
