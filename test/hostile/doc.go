// Package hostile opens repositories whose authors mean harm with the real program, and looks at what really comes of it: what
// reached a model, what was run, how long it took and how much memory. See repositories_test.go for what is tried.
package hostile
