package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// watchID is the id of the registration.
const watchID = "ptk-files"

// registerWatching asks the editor to report files that change on disk, if it can: editors watch them already.
func (w *workspaceSync) registerWatching(ctx context.Context) {
	if !w.peer.client.watchFiles {
		return
	}
	options, err := json.Marshal(map[string]any{"watchers": []any{map[string]string{"globPattern": "**/*"}}})
	if err != nil {
		w.peer.log.Error("writing the registration", "error", err)
		return
	}
	err = w.peer.editor.ask(ctx, configurationTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options}},
	}, nil)
	if err != nil {
		w.peer.log.Warn("the editor will not report changed files", "error", err)
	}
}

// didChangeWatchedFiles handles workspace/didChangeWatchedFiles.
func (w *workspaceSync) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	var uris []uri.URI
	for _, c := range p.Changes {
		uris = append(uris, c.URI)
	}
	w.sessions.filesChanged(uris...)
	return nil
}
