package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ptk-lsp/workspace"
)

// Manager runs calls. It is safe for concurrent use.
type Manager struct {
	ws  *workspace.Workspace
	o   Options
	run Runner

	mu     sync.RWMutex // guards what follows
	tools  []entry      // by name
	byName map[string]entry
}

type entry struct {
	Tool
	spec  Spec
	check *validator
}

// NewManager returns a manager of the program's own tools. It panics if [Manager.SetTools] would return an error.
func NewManager(ts []Tool, ws *workspace.Workspace, o Options) *Manager {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.QuestionTimeout = cmp.Or(o.QuestionTimeout, 5*time.Minute)
	if o.Permissions == nil {
		o.Permissions = OpenPermissions("", nil)
	}
	if o.Secrets == nil {
		o.Secrets = workspace.DefaultSecrets()
	}
	m := &Manager{ws: ws, o: o, run: do}
	for _, mw := range slices.Backward(o.Middleware) {
		m.run = mw(m.run)
	}
	if err := errors.Join(m.SetTools(ts)...); err != nil {
		panic(err)
	}
	return m
}

// SetTools replaces the tools. Running calls end with the tools that they began with. A tool is left out, with an error, if
// an earlier one has its name or if its schema is invalid.
func (m *Manager) SetTools(ts []Tool) (problems []error) {
	var entries []entry
	byName := map[string]entry{}
	for _, t := range ts {
		s := t.Spec()
		s.Source = cmp.Or(s.Source, SourceBuiltin)
		v, err := newValidator(s.Parameters)
		if err != nil && s.Source == SourceMCP {
			v, err = newValidator(json.RawMessage(`{"type":"object"}`)) // the server checks the arguments itself
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("tool %s: %w", s.Name, err))
			continue
		}
		names := append([]string{s.Name}, s.Aliases...)
		if slices.ContainsFunc(names, func(n string) bool { return byName[n].Tool != nil }) {
			problems = append(problems, fmt.Errorf("tool %s: another tool has its name", s.Name))
			continue
		}
		e := entry{t, s, v}
		entries = append(entries, e)
		for _, n := range names {
			byName[n] = e
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.spec.Name, b.spec.Name) })
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tools, m.byName = entries, byName
	return problems
}

// Specs returns the specs of all tools, by name.
func (m *Manager) Specs() []Spec {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var specs []Spec
	for _, t := range m.tools {
		specs = append(specs, t.spec)
	}
	return specs
}

// Lookup returns a tool by its name or an alias.
func (m *Manager) Lookup(name string) (Tool, bool) {
	t, ok := m.find(name)
	return t.Tool, ok
}

func (m *Manager) find(name string) (entry, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, ok := m.byName[name]
	return t, ok
}

// Permissions returns the rules by which calls are allowed or rejected without asking.
func (m *Manager) Permissions() *Permissions { return m.o.Permissions }
