package lsp

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
)

// initialize responds at once: nothing is read, opened or requested before.
func (s *server) initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.peer.client = newClient(p, s.peer.log)
	docs := s.documents.docs
	docs.encoding = s.peer.client.encoding
	s.peer.editor = &Editor{conn: s.peer.conn, docs: docs, client: s.peer.client, log: s.peer.log}
	s.workspace.config.setFolders(s.workspace.openFolders(p))
	settings, restricted, err := readOptions(p.InitializationOptions)
	if err != nil {
		s.peer.log.Warn("can't read initializationOptions; they are not used", "error", err)
	}
	s.workspace.config.setSettings(settings)
	s.workspace.config.restricted = restricted
	if p.ProcessID != nil {
		s.watchParent(int(*p.ProcessID))
	}
	capabilities, err := s.capabilities()
	if err != nil {
		return nil, err
	}
	s.phase.Store(int32(serving))
	info := protocol.ServerInfo{Name: "ptk-lsp", Version: protocol.NewOptional(s.version)}
	return &protocol.InitializeResult{Capabilities: capabilities, ServerInfo: info}, nil
}

func (s *server) capabilities() (protocol.ServerCapabilities, error) {
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	experimental, err := json.Marshal(map[string]any{"ptk": wire.ServerCapabilities{Version: wire.Version, Methods: s.methods()}})
	if err != nil {
		return protocol.ServerCapabilities{}, fmt.Errorf("writing the capabilities: %w", err)
	}
	return protocol.ServerCapabilities{
		PositionEncoding: encodingName(s.peer.client.encoding),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &incremental, Save: protocol.Boolean(true)},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)},
		},
		Experimental: experimental,
	}, nil
}

// readOptions returns the settings in initializationOptions, or nil, and whether the user does not trust the folders.
func readOptions(options protocol.LSPAny) (settings protocol.LSPAny, restricted bool, err error) {
	if len(options) == 0 {
		return nil, false, nil
	}
	var o struct {
		Settings protocol.LSPAny `json:"settings"`
		Trusted  *bool           `json:"trusted"`
	}
	if err := json.Unmarshal(options, &o); err != nil {
		return nil, false, err
	}
	return objectOnly(o.Settings), o.Trusted != nil && !*o.Trusted, nil
}

// objectOnly returns raw if it is a JSON object, else nil.
func objectOnly(raw protocol.LSPAny) protocol.LSPAny {
	if len(raw) > 0 && raw.Kind() == '{' {
		return raw
	}
	return nil
}

// initialized opens the session in the background, so that it is ready for the first request.
func (s *server) initialized(_ context.Context, _ *protocol.InitializedParams) error {
	s.background.start("opening the workspace", func(ctx context.Context) {
		s.workspace.registerConfiguration(ctx)
		s.workspace.registerWatching(ctx)
		if _, err := s.sessions.get(ctx); err != nil && ctx.Err() == nil {
			s.peer.showMessage(ctx, protocol.MessageTypeError, "PTK could not open the workspace: "+err.Error())
		}
	})
	return nil
}
