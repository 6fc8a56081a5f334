// Package wire is the editor protocol as Go types: every ptk/* method with its parameters and its result.
// It depends neither on connections nor on the handlers. The TypeScript and Lua types of the editors are generated from these.
// Start at methods.go; [FromEvent] and [FromResult] convert the events and the result of a turn.
package wire

//go:generate go run ./gen ../../editors/vscode/src/shared/protocol.ts ../../editors/neovim/lua/ptk/protocol.lua
