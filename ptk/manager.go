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
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
)

// Models finds the model that a turn asks for; the program's catalogue of providers is one.
type Models interface {
	// Resolve finds "provider/model", or the current model where the name is "".
	// It answers an error that wraps [ErrUnknownModel] where there is none.
	Resolve(ctx context.Context, name string) (Route, error)
	// Preprocess finds the small, fast model that the user has set for titles, summaries and the weighing of messages; ok is
	// false where none is set, and then no model is asked for these. An error wraps [ErrUnknownModel] where the one that is
	// set can't be had.
	Preprocess(ctx context.Context) (r Route, ok bool, err error)
	// List tells all models and the current one; the context bounds the asking of providers.
	List(ctx context.Context) (models []ModelInfo, current string)
}

// Route is the way to one model.
type Route struct {
	Provider llm.Provider
	Name     string // "provider/model"
	Model    string // the provider's own name
	Native   bool   // calls functions natively; else it calls in text
	Window   int    // tokens; 0 where unknown
	Images   bool   // can be shown pictures
	Price    Price
	// Fallback are the names of the models that are asked in turn where this one fails for good.
	Fallback []string
}

// Limits bound a turn; a zero field takes the default of [DefaultLimits].
type Limits struct {
	MaxIterations    int
	MaxToolCalls     int
	MaxRepairs       int // unusable messages in a row that the model may mend
	Turn             time.Duration
	ToolResultTokens int // what the results of one message may take of the prompt
	HistoryTokens    int // what the conversation may take of the prompt; 0 is as much as fits
	RulesTokens      int // what each file of instructions may take of the prompt
	AttachmentTokens int // what goes along with a message may take of the prompt; the model can read the rest of a file by a tool
	MapTokens        int // what the map of the workspace may take of a conversation's first message; negative for none
	// CompactAt is the share of the window, from 0 to 1, at which what is old is put in short.
	CompactAt float64
}

// DefaultLimits are the limits where the settings say nothing.
func DefaultLimits() Limits {
	return Limits{MaxIterations: 10, MaxToolCalls: 20, MaxRepairs: 3, Turn: 10 * time.Minute, ToolResultTokens: 8000, RulesTokens: 10_000, AttachmentTokens: 20_000, MapTokens: 1000, CompactAt: 0.8}
}

// or gives l with its zero fields taken from d.
func (l Limits) or(d Limits) Limits {
	pick := func(v, d int) int {
		if v > 0 {
			return v
		}
		return d
	}
	l.MaxIterations = pick(l.MaxIterations, d.MaxIterations)
	l.MaxToolCalls = pick(l.MaxToolCalls, d.MaxToolCalls)
	l.MaxRepairs = pick(l.MaxRepairs, d.MaxRepairs)
	l.ToolResultTokens = pick(l.ToolResultTokens, d.ToolResultTokens)
	l.HistoryTokens = pick(l.HistoryTokens, d.HistoryTokens)
	l.RulesTokens = pick(l.RulesTokens, d.RulesTokens)
	l.AttachmentTokens = pick(l.AttachmentTokens, d.AttachmentTokens)
	if l.MapTokens == 0 {
		l.MapTokens = d.MapTokens
	}
	if l.CompactAt <= 0 || l.CompactAt > 1 {
		l.CompactAt = d.CompactAt
	}
	if l.Turn <= 0 {
		l.Turn = d.Turn
	}
	return l
}

// Config is what a [Manager] is made of; Models, Tools and Workspace must be set.
type Config struct {
	Models    Models
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
	Limits Limits
	Log    *slog.Logger
}

// Manager keeps the conversations of one workspace. It is safe for concurrent use.
type Manager struct {
	cfg      Config
	limits   atomic.Pointer[Limits]
	openings openings
	counting counting
	running  running
	files    fileList
	symbols  symbolList
	written  written
	skipped  skipped
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
		cfg: c, openings: openings{reads: map[string]*tools.Reads{}},
		counting: counting{scales: map[string]float64{}, rooms: map[string]int{}}, running: running{queues: map[string]*queue{}},
		files: fileList{gate: make(gate, 1)}, symbols: symbolList{gate: make(gate, 1)},
	}
	m.SetLimits(c.Limits)
	return m
}

// SetLimits bounds the turns that begin from now on; zero fields take the defaults.
func (m *Manager) SetLimits(l Limits) {
	l = l.or(DefaultLimits())
	m.limits.Store(&l)
}

// Chat runs one turn and tells what happens by emit, in order, one call at a time, all before it returns.
// A turn that fails, times out or is cancelled is a result; an error ([ErrUnknownConversation], [ErrUnknownModel],
// [ErrBusy], [ErrBadRequest]) means that no turn began.
func (m *Manager) Chat(ctx context.Context, r ChatRequest, emit func(Event)) (*ChatResult, error) {
	r, err := r.approved()
	if err != nil {
		return nil, err
	}
	r = m.commanded(r)
	route, err := m.cfg.Models.Resolve(ctx, r.Model)
	if err != nil {
		return nil, err
	}
	m.extraReady(ctx, r)
	specs, err := m.offered(r)
	if err != nil {
		return nil, err
	}
	c, err := m.open(ctx, r.ConversationID)
	if err != nil {
		return nil, err
	}
	t := newTurn(m, c, r, route, specs, emit)
	defer m.running.add(c.id, &t.queue)()
	return t.run(ctx), nil
}

// Models tells what models there are and which one is the current.
func (m *Manager) Models(ctx context.Context) (models []ModelInfo, current string) {
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
