// Package history keeps conversations in a SQLite file: every event of a turn is on the disk as it happens, and two
// processes may use one file side by side.
// It knows nothing of what the rows say, which is JSON of the types of package record, but for the one field of a request that
// a search needs.
// Start at [New] and [Store.Take], which gives a [Hold] to write a turn through.
package history
