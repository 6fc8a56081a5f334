// Package history stores conversations in a SQLite file. Events of a turn are written as they happen, and several processes
// may use one file.
// The rows hold JSON of the types of package record; this package reads only the one field of a request that a search needs.
// Start at [New] and [Store.Take], which returns a [Hold] to write a turn with.
package history
