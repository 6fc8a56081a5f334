// Package history makes the history file that tests of package ptk read: ptk/testdata/history/history.db.
//
// A real ptk-lsp program writes the file, driven over its protocol as an editor does, with scripted models behind it. The file
// in the repository was written by the program as it was before the records of the history had types of their own, and stays
// as it is: later programs must read it. The test runs the same scenes with the program of today, so that they keep working.
// To keep what a program writes, and compare what two programs write:
//
//	go test ./test/history -program /path/to/ptk-lsp -to /tmp/history.db -dump /tmp/history.txt
package history_test
