package lsp

// workspaceSync handles the notifications about settings, folders and files of the workspace.
type workspaceSync struct {
	peer       *peer
	background *background
	config     *config
	sessions   *sessions
}
