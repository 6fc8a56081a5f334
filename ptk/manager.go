// Package ptk manages the conversations of a workspace. It knows neither editors nor the protocol: models reach it as
// [llm.Provider], the workspace as [tools.Manager], and what happens leaves it as [chat.Event].
//
// Start at [Manager.Chat]. It resolves the request with the packages below: chat has the types, command and mention what a
// message refers to, prompt the requests to the model, transcript the history; turn runs the loop.
package ptk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/tools"
	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
)

// Config is what a [Manager] is made of; Models, Tools and Workspace must be set.
type Config struct {
	Models    chat.Models
	Tools     *tools.Manager
	Workspace *workspace.Workspace
	// History stores the conversations; nil keeps them in memory.
	History *history.Store
	// Journal stores what turns change, for undo; nil stores nothing.
	Journal *journal.Journal
	// Permissions are the user's rules; nil has only those of the running program.
	Permissions *tools.Permissions
	// UserDir is the folder of the user's own AGENTS.md and commands; "" if there is none.
	UserDir string
	// Restricted reports whether the user does not trust the folders: their instructions and commands are ignored.
	Restricted bool
	// Map returns a short map of the workspace of at most so many tokens without waiting, "" if there is none yet; nil for no map.
	Map func(tokens int) string
	// Look returns the options with which a folder, an absolute path, is searched for files and names; nil for the defaults.
	Look      func(root string) search.Options
	Formatter notation.Formatter
	Extra     Extra // nil for none
	Limits    chat.Limits
	Log       *slog.Logger
}

// Manager manages the conversations of one workspace. It is safe for concurrent use.
type Manager struct {
	cfg         Config
	limits      atomic.Pointer[chat.Limits]
	disabled    atomic.Pointer[[]rulekey.Pattern]
	transcripts *transcript.Store
	references  *references
	running     running
	turns       turn.Config
}

// NewManager returns a manager. The history is not opened before it is needed.
func NewManager(c Config) *Manager {
	if c.Permissions == nil {
		c.Permissions = tools.OpenPermissions("", nil)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.History == nil {
		c.History = history.New("")
	}
	if c.Extra == nil {
		c.Extra = noExtra{}
	}
	m := &Manager{
		cfg: c, transcripts: transcript.New(c.History), references: newReferences(c),
		running: running{queues: map[string]*turn.Queue{}},
	}
	m.turns = m.turnConfig()
	m.SetLimits(c.Limits)
	return m
}

func (m *Manager) turnConfig() turn.Config {
	return turn.Config{
		Models: m.cfg.Models, Tools: m.cfg.Tools, Workspace: m.cfg.Workspace, Transcripts: m.transcripts,
		Preprocess: preprocess.New(m.cfg.Models), Mentions: m.references.mentions, Instructions: m.references.instructions,
		Counter: prompt.NewCounter(), Systems: &prompt.SystemCache{}, Formatter: m.cfg.Formatter, Map: m.cfg.Map,
		Undo: func(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
			return m.cfg.Journal.Undo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
		},
		Skipped: m.references.skipped.Take, Notices: m.cfg.Extra.Notices, Log: m.cfg.Log,
	}
}

// SetLimits sets the limits of the turns that begin from now on; zero fields take the defaults.
func (m *Manager) SetLimits(l chat.Limits) {
	l = l.Or(chat.DefaultLimits())
	m.limits.Store(&l)
}

// SetDisabled sets the tools that turns which begin from now on do not offer, by their names; * stands for any text.
func (m *Manager) SetDisabled(names []string) {
	patterns := make([]rulekey.Pattern, len(names))
	for i, n := range names {
		patterns[i] = rulekey.Pattern(n)
	}
	m.disabled.Store(&patterns)
}

func (m *Manager) isDisabled(tool string) bool {
	patterns := m.disabled.Load()
	return patterns != nil && slices.ContainsFunc(*patterns, func(p rulekey.Pattern) bool { return p.Glob(tool) })
}

// enabled returns the tools that turns may offer.
func (m *Manager) enabled() []tools.Spec {
	return slices.DeleteFunc(m.cfg.Tools.Specs(), func(s tools.Spec) bool { return m.isDisabled(s.Name) })
}

// Chat runs one turn. It calls emit for each event, in order, one at a time, and not after it has returned. A turn that fails, times
// out or is cancelled has a result; an error ([ErrUnknownConversation], [chat.ErrUnknownModel], [ErrBusy], [chat.ErrBadRequest])
// means that no turn began.
func (m *Manager) Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	return m.chat(ctx, r, nil, emit)
}

// chat runs one turn: of an agent of that turn, or of the user if agentOf is nil.
func (m *Manager) chat(ctx context.Context, asked chat.Request, agentOf *journal.Turn, emit func(chat.Event)) (*chat.Result, error) {
	asked, err := approved(asked)
	if err != nil {
		return nil, err
	}
	r, err := resolved(ctx, asked, m.transcripts, m.references.commands)
	if err != nil {
		return nil, err
	}
	route, err := m.cfg.Models.Resolve(ctx, r.Model)
	if err != nil {
		return nil, err
	}
	m.cfg.Extra.Ready(ctx, r.Request.Tools)
	if r.Tools, err = offered(m.enabled(), r); err != nil {
		return nil, err
	}
	c, err := m.transcripts.Open(ctx, r.ConversationID)
	if err != nil {
		return nil, err
	}
	r.AgentOf = agentOf
	r.Limits = chat.Limits{MaxIterations: r.MaxIterations, MaxToolCalls: r.MaxToolCalls, Turn: r.Timeout}.Or(*m.limits.Load())
	queue, remove := m.running.add(c.ID)
	defer remove()
	result := turn.Run(ctx, m.turns, r, c, route, queue, emit)
	m.cfg.Permissions.EndTurn(result.TurnID)
	return result, nil
}

// Compact summarizes all turns of a conversation except the last one, for the model; the user still sees all of them. It returns
// the size of the prompt before and after, in tokens.
func (m *Manager) Compact(ctx context.Context, id string) (before, after int, err error) {
	if id == "" {
		return 0, 0, fmt.Errorf("conversation %q: %w", id, ErrUnknownConversation)
	}
	route, err := m.cfg.Models.Resolve(ctx, "")
	if err != nil {
		return 0, 0, err
	}
	r := turn.Request{Limits: *m.limits.Load()}
	if r.Tools, err = offered(m.enabled(), r); err != nil {
		return 0, 0, err
	}
	c, err := m.transcripts.Open(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Release()) }()
	return turn.Compact(ctx, m.turns, r, c, route)
}

// Models returns all models and the current one.
func (m *Manager) Models(ctx context.Context) (models []chat.ModelInfo, current string) {
	return m.cfg.Models.List(ctx)
}

// Close closes the history and the workspace. Running turns end with their own contexts.
func (m *Manager) Close() error {
	err := m.cfg.History.Close()
	if e := m.cfg.Workspace.Close(); e != nil {
		err = errors.Join(err, fmt.Errorf("closing the workspace: %w", e))
	}
	return err
}
