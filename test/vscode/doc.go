// Package vscode holds the end-to-end tests of the VS Code extension: the packaged .vsix in a real VS Code and a real
// browser, with a model server that follows a script.
// The cases are in e2e, in JavaScript, which drives the browser.
// Start at TestVSCode.
package vscode
