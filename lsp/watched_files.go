package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// watchID names the registration.
const watchID = "ptk-files"

// registerWatching asks the editor to tell of files that change on the disk, where it can: it watches them already.
func (s *server) registerWatching(ctx context.Context) {
	if !s.client.watchFiles {
		return
	}
	options, err := json.Marshal(map[string]any{"watchers": []any{map[string]string{"globPattern": "**/*"}}})
	if err != nil {
		s.log.Error("writing the registration", "error", err)
		return
	}
	err = s.editor.ask(ctx, configurationTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options}},
	}, nil)
	if err != nil {
		s.log.Warn("the editor will not tell of changed files", "error", err)
	}
}

// didChangeWatchedFiles is workspace/didChangeWatchedFiles.
func (s *server) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	var uris []uri.URI
	for _, c := range p.Changes {
		uris = append(uris, c.URI)
	}
	s.filesChanged(uris...)
	return nil
}

// filesChanged tells the session of files that were changed, made or removed on the disk.
func (s *server) filesChanged(uris ...uri.URI) {
	var paths []string
	for _, u := range uris {
		if u.IsFile() {
			paths = append(paths, u.FsPath())
		}
	}
	if len(paths) == 0 {
		return
	}
	s.start("telling of changed files", func(ctx context.Context) {
		// Where the session can't be opened, whoever needs it is told, and it looks at all files when it opens.
		if session, err := s.opened(ctx); err == nil && session.Changed != nil {
			session.Changed(paths)
		}
	})
}
