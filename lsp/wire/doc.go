// Package wire is the editor protocol as Go types: every ptk/* method, what goes with it and what comes back.
// It knows nothing of connections or of how an answer is made; the TypeScript and Lua types of the editors are generated
// from these, so that the two sides can't drift apart.
// Start at methods.go; [FromEvent] and [FromResult] turn what a turn tells into what goes over the wire.
package wire

//go:generate go run ./gen ../../editors/vscode/src/shared/protocol.ts ../../editors/neovim/lua/ptk/protocol.lua
