package lsp

// documentSync handles the notifications about documents.
type documentSync struct {
	docs       *documents
	peer       *peer
	background *background
	sessions   *sessions
}
