//go:build !unix

package regular

// nonblock is 0: there are no named pipes among the files.
const nonblock = 0
