// Package lsp is the editor's side: it serves one editor over LSP and the ptk/* methods, and is the connected
// [workspace.Editor] that tools read and write through.
// It knows neither models nor tools; the chats come from the function in [Options], and it alone knows JSON-RPC.
// Start at [Serve], then routes.go, where every method has its file.
package lsp
