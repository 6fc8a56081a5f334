// Package vscode holds the end-to-end tests of the VS Code extension: the packaged .vsix in a real VS Code and a real
// browser, with a model server that follows a script.
// It has no code of its own but tests; what a user does is in e2e, in JavaScript, since that is what drives the browser.
// Start at TestVSCode.
package vscode
