// Package prompt builds the request to a model from a conversation, and makes it fit into the model's window.
// Its functions work on values: they don't send, store or report anything.
package prompt
