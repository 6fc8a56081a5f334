// Package ptk holds conversations: a turn goes to the model and back until the model calls no more tools.
// It knows no editor and no wire; models reach it as llm.Provider, the workspace as tools.Manager, and what happens
// leaves it as [Event]s. Start at [Manager.Chat], which makes a turn (turn.go), which asks the model (answer.go) and
// runs its calls (calls.go).
package ptk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
)

// Config is what a [Manager] is made of; Models, Tools and Workspace must be set.
type Config struct {
	Models    chat.Models
	Tools     *tools.Manager
	Workspace *workspace.Workspace
	// History keeps the conversations; nil keeps them in memory.
	History *history.Store
	// Journal remembers what turns changed, for undo; nil remembers nothing.
	Journal *journal.Journal
	// Permissions are the user's rules; nil has none but those of the running program.
	Permissions *tools.Permissions
	// UserDir is the folder of the user's own AGENTS.md and commands; "" where there is none.
	UserDir string
	// Restricted is true where the user does not trust the folders: their instructions and commands do not count.
	Restricted bool
	// Map gives a short map of the workspace in at most so many tokens, at once, "" where there is none yet; nil gives none.
	Map func(tokens int) string
	// Look says how a folder of the workspace is looked through for files and names, by its absolute path; nil looks at all of it
	// each time.
	Look      func(root string) search.Options
	Formatter notation.Formatter
	// Extra are tools that come and go; nil where there are none.
	Extra  Extra
	Limits chat.Limits
	Log    *slog.Logger
}

// Manager keeps the conversations of one workspace. It is safe for concurrent use.
type Manager struct {
	cfg         Config
	limits      atomic.Pointer[chat.Limits]
	transcripts *transcript.Store
	counter     *prompt.Counter
	preprocess  preprocess.Model
	running     running
	references  *references
	systems     prompt.SystemCache
}

// NewManager makes a manager. The history is not opened before it is needed.
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
	m := &Manager{
		cfg: c, transcripts: transcript.New(c.History),
		counter: prompt.NewCounter(), preprocess: preprocess.New(c.Models), running: running{queues: map[string]*queue{}},
		references: newReferences(c),
	}
	m.SetLimits(c.Limits)
	return m
}

// SetLimits bounds the turns that begin from now on; zero fields take the defaults.
func (m *Manager) SetLimits(l chat.Limits) {
	l = l.Or(chat.DefaultLimits())
	m.limits.Store(&l)
}

// Chat runs one turn and tells what happens by emit, in order, one call at a time, all before it returns.
// A turn that fails, times out or is cancelled is a result; an error ([ErrUnknownConversation], [ErrUnknownModel],
// [ErrBusy], [ErrBadRequest]) means that no turn began.
func (m *Manager) Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	return m.chat(ctx, request{Request: r}, emit)
}

func (m *Manager) chat(ctx context.Context, r request, emit func(chat.Event)) (*chat.Result, error) {
	var err error
	if r.Request, err = approved(r.Request); err != nil {
		return nil, err
	}
	r = r.withCommand(m.references.commands)
	route, err := m.cfg.Models.Resolve(ctx, r.Model)
	if err != nil {
		return nil, err
	}
	m.extraReady(ctx, r.Request)
	specs, err := offer.Select(m.cfg.Tools.Specs(), r.choice())
	if err != nil {
		return nil, err
	}
	c, err := m.transcripts.Open(ctx, r.ConversationID)
	if err != nil {
		return nil, err
	}
	t := newTurn(m, c, r, route, specs, emit)
	defer m.running.add(c.ID, &t.queue)()
	return t.run(ctx), nil
}

// Models tells what models there are and which one is the current.
func (m *Manager) Models(ctx context.Context) (models []chat.ModelInfo, current string) {
	return m.cfg.Models.List(ctx)
}

// Close gives up what the manager holds. Turns end with their own contexts, not here.
func (m *Manager) Close() error {
	err := m.cfg.History.Close()
	if e := m.cfg.Workspace.Close(); e != nil {
		err = errors.Join(err, fmt.Errorf("closing the workspace: %w", e))
	}
	return err
}
