// Package lsp serves one editor over LSP and the ptk/* methods, and implements the [workspace.Editor] with which tools read and
// write. It is the only package that depends on JSON-RPC, and does not depend on models or tools: [Options] opens the chats.
// Start at [Serve], then routes.go; each method has a file of its own.
package lsp
