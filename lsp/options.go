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

// Options are what a server is made of.
type Options struct {
	// Open makes what is needed to chat. It is called once, in the background, after the editor has its answer to
	// initialize; where it fails, whoever asks is told, and the next to ask has it tried again.
	// The context ends with the server.
	Open func(ctx context.Context, s Start) (*Session, error)
	// Version is told to the editor.
	Version string
	// Log takes what nobody else can be told; nil takes nothing.
	Log *slog.Logger
}

// Start is what the editor told of itself when it began.
type Start struct {
	Folders []string         // absolute paths of the open folders
	Editor  workspace.Editor // the connected editor
	// Settings is the editor's settings object; nil where it gave none.
	Settings                  json.RawMessage
	ClientName, ClientVersion string
	// Restricted is true where the user does not trust the folders: settings, instructions and commands in them do not count.
	Restricted bool
	// Diagnostics is true where the editor tells of problems in files.
	Diagnostics bool
	// Language names the tools for which the editor asks its language servers; Editor is then a [workspace.Languages].
	Language []string
	// EditorCommands is true where the editor runs its own commands; Editor is then a [workspace.Commander].
	EditorCommands bool
	// Watch shows work in the background to the user where the editor can, who may stop it by the function given: report is
	// told how far it is, end how it ended. What ends soon is not shown. It is safe for concurrent use.
	Watch func(title string, stop func()) (report func(message string, done, total int), end func(message string))
	// Warn shows the user a message about something in the background that they can mend. It is safe for concurrent use.
	Warn func(message string)
}

// Session is a workspace that can be chatted with. Its functions are called one at a time.
type Session struct {
	Chats Chats
	// Configure takes the editor's changed settings and tells what it could not take.
	Configure func(settings json.RawMessage) []Problem
	// SetFolders takes the open folders after some were added or removed.
	SetFolders func(folders []string) error
	// Changed takes files that were changed, made or removed on the disk, by their absolute paths; nil where nobody wants
	// to know. It is called at any time.
	Changed func(paths []string)
	// Problems are those that the settings had at the start.
	Problems []Problem
}

// Chats is what the server asks of conversations; [ptk.Manager] is one.
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

// Problem is something in the settings that the user should put right.
type Problem struct {
	Place   string // such as "/home/u/.config/ptk/config.toml:3:1: chat.maxIterations"
	Message string
}
