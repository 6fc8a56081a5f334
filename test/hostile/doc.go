// Package hostile opens malicious repositories with the real program and checks the effects: what reached a model, what was run, how
// long it took and how much memory it needed. The repositories are in repositories_linux_test.go.
package hostile
