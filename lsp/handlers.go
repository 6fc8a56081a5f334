package lsp

// handlers handles the ptk/ requests, except for turns.
type handlers struct{ sessions *sessions }
