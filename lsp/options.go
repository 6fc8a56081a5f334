package lsp

import (
	"context"
	"encoding/json"
	"log/slog"

	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// Options are the inputs of a server.
type Options struct {
	// Open opens a session. It is called once, in the background, after the response to initialize. If it fails, waiting requests
	// fail with the error, and the next request tries again. The context ends with the server.
	Open func(ctx context.Context, s Start) (*Session, error)
	// Version is sent to the editor.
	Version string
	// Log receives errors that can't be reported otherwise; it may be nil.
	Log *slog.Logger
}

// Start is what the editor sent at the start.
type Start struct {
	Folders []string         // absolute paths of the open folders
	Editor  workspace.Editor // the connected editor
	// Settings is the editor's settings object; nil if it sent none.
	Settings json.RawMessage
	// Restricted reports that the user does not trust the folders: settings, instructions and commands in them are ignored.
	Restricted bool
	// Diagnostics reports that the editor sends problems in files.
	Diagnostics bool
	// Language names the tools for which the editor asks its language servers; Editor is then a [workspace.Languages].
	Language []string
	// EditorCommands reports that the editor runs its own commands; Editor is then a [workspace.Commander].
	EditorCommands bool
	// Watch shows a background job to the user, if the editor supports it. The user can stop the job: stop is called. Report
	// shows how far it is, end how it ended. Short jobs are not shown. It is safe for concurrent use.
	Watch func(title string, stop func()) (report func(message string, done, total int), end func(message string))
	// Warn shows a message about a background job that the user can do something about. It is safe for concurrent use.
	Warn func(message string)
}

// Session is an open workspace. Its functions are called one at a time, except Changed.
type Session struct {
	Chats Chats
	Past  Past // nil if no conversations are stored
	// Upkeep may be nil.
	Upkeep Upkeep
	// Providers describes and tests the providers of models; nil if there are none to set up.
	Providers chat.Providers
	// Configure applies changed settings of the editor and returns what is wrong with them.
	Configure func(settings json.RawMessage) []Problem
	// SetFolders replaces the open folders.
	SetFolders func(folders []string) error
	// Changed receives the absolute paths of files that were changed, created or removed on disk. It may be nil, and is called
	// at any time.
	Changed func(paths []string)
	// Problems are the problems of the settings at the start.
	Problems []Problem
}

// Chats runs turns and answers questions about a workspace; [ptk.Manager] implements it.
type Chats interface {
	Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error)
	Tools() []offer.Info
	Models(ctx context.Context) (models []chat.ModelInfo, current string)
	Undo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error)
	Redo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error)
	Permissions() ([]ptk.PermissionRule, error)
	RevokePermission(ctx context.Context, id string) error
	Close() error
}

// Problem is an error in the settings.
type Problem struct {
	Place   string // such as "/home/u/.config/ptk/config.toml:3:1: chat.maxIterations"
	Message string
}
