package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
)

// route handles one method, either as a request or as a notification.
type route struct {
	call   func(ctx context.Context, params jsonrpc2.RawMessage) (any, error)
	notify func(ctx context.Context, params jsonrpc2.RawMessage) error
	inline bool // handled before the next message is read
}

// routes returns the methods that the server handles.
func routes(s *server) map[string]route {
	h := handlers{s.sessions}
	turns := turnHandler{s.peer, s.sessions, s.progress}
	return map[string]route{
		protocol.MethodInitialize:    inline(call(s.initialize)),
		protocol.MethodShutdown:      inline(call(s.shutdown)),
		protocol.MethodInitialized:   notification(s.initialized),
		protocol.MethodExit:          notification(s.exit),
		protocol.MethodCancelRequest: notification(s.calls.cancelRequest),

		protocol.MethodTextDocumentDidOpen:   withTexts(s.documents.didOpen, (*openParams).put),
		protocol.MethodTextDocumentDidChange: withTexts(s.documents.didChange, (*changeParams).put),
		protocol.MethodTextDocumentDidSave:   notification(s.documents.didSave),
		protocol.MethodTextDocumentDidClose:  notification(s.documents.didClose),

		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.workspace.didChangeWorkspaceFolders),
		protocol.MethodWorkspaceDidChangeConfiguration:    notification(s.workspace.didChangeConfiguration),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.workspace.didChangeWatchedFiles),
		protocol.MethodWindowWorkDoneProgressCancel:       notification(s.progress.cancelled),

		wire.MethodChat:   call(turns.chat),
		wire.MethodModels: call(h.models),
		wire.MethodTools:  call(h.tools),

		wire.MethodProviders:    call(h.providers),
		wire.MethodTestProvider: call(h.testProvider),

		wire.MethodConversations:      call(h.conversations),
		wire.MethodConversation:       call(h.conversation),
		wire.MethodRenameConversation: call(h.renameConversation),
		wire.MethodDeleteConversation: call(h.deleteConversation),
		wire.MethodForkConversation:   call(h.forkConversation),
		wire.MethodExportConversation: call(h.exportConversation),
		wire.MethodCompact:            call(h.compact),
		wire.MethodSteer:              call(turns.steer),
		wire.MethodUnsteer:            call(h.unsteer),
		wire.MethodComplete:           call(h.complete),
		wire.MethodStats:              call(h.stats),
		wire.MethodUsage:              call(h.usage),

		wire.MethodMCPServers:       call(h.mcpServers),
		wire.MethodRestartMCPServer: call(h.restartMCPServer),
		wire.MethodIndex:            call(h.index),
		wire.MethodRebuildIndex:     call(h.rebuildIndex),

		wire.MethodUndo:             call(h.undo),
		wire.MethodRedo:             call(h.redo),
		wire.MethodRewind:           call(h.rewind),
		wire.MethodChanges:          call(h.changes),
		wire.MethodPermissions:      call(h.permissions),
		wire.MethodRevokePermission: call(h.revokePermission),
	}
}

func call[P, R any](f func(context.Context, *P) (R, error)) route {
	return route{call: func(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		return f(ctx, p)
	}}
}

func notification[P any](f func(context.Context, *P) error) route {
	return route{notify: func(ctx context.Context, raw jsonrpc2.RawMessage) error {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return err
		}
		return f(ctx, p)
	}}
}

// withTexts returns the route of a notification whose params may hold whole documents; put inserts their texts.
func withTexts[P any](f func(context.Context, *P) error, put func(p *P, lifted []string)) route {
	return route{notify: func(ctx context.Context, raw jsonrpc2.RawMessage) error {
		p := new(P)
		small, lifted := liftTexts(raw)
		if err := decode(small, p); err != nil {
			return err
		}
		if len(lifted) > 0 {
			put(p, lifted)
		}
		return f(ctx, p)
	}}
}

func inline(r route) route {
	r.inline = true
	return r
}

// decode decodes params. Omitted params are the zero value.
func decode(raw jsonrpc2.RawMessage, p any) error {
	if len(raw) == 0 {
		return nil
	}
	err := protocol.Unmarshal(raw, p)
	var wrong *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return invalid(fieldName(wrong.JSONPointer), "can't be %s", kindName(wrong.JSONKind))
	}
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the params can't be read: %v", err)
}

// invalid returns the error of an invalid field of the params.
func invalid(field, format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %s", field, fmt.Sprintf(format, args...))
}

func fieldName(p jsontext.Pointer) string {
	if p == "" {
		return "params"
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(p), "/"), "/", ".")
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "this number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "this"
}
