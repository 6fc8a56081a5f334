package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ptk-lsp/workspace"
)

// Codes of the protocol that tools use.
const (
	codeNotFound  = "TOOL_NOT_FOUND"
	codeInvalid   = "INVALID_TOOL_CALL"
	codeFailed    = "TOOL_EXECUTION_FAILED"
	codeDuplicate = "DUPLICATE_TOOL_CALL"
	codeTimeout   = "TIMEOUT"
)

// Options set a [Manager] up; every field may be left out.
type Options struct {
	// Timeout is how long one call may take after consent; 30 seconds by default.
	Timeout time.Duration
	// QuestionTimeout is how long the user's answer is waited for; five minutes by default. No answer is a rejection.
	QuestionTimeout time.Duration
	// Permissions are what the user has agreed to before; nil remembers only as long as the manager lives.
	Permissions *Permissions
	// Secrets are the files that are not shown without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Middleware is put round every call, the first outermost.
	Middleware []Middleware
}

// Manager runs calls. It is safe for concurrent use.
type Manager struct {
	ws     *workspace.Workspace
	o      Options
	tools  []entry // by name
	byName map[string]int
	run    Runner
}

type entry struct {
	Tool
	spec  Spec
	check *validator
}

// Invocation is a call as it comes from a model.
type Invocation struct {
	ID, Tool               string
	Args                   json.RawMessage
	Reasoning              string
	ConversationID, TurnID string
	Reads                  *Reads // nil for a call outside of a conversation
}

// Observer is told what happens to a call while it runs; all functions may be nil.
type Observer struct {
	// Start is called once, before consent is asked for; the action is nil where the call could not be prepared.
	Start func(Spec, *Action)
	// Output gets output as it comes.
	Output func(chunk string)
	// Plan gets the plan whenever the model changes it.
	Plan func([]PlanEntry)
}

// NewManager makes a manager of the tools. It panics where two tools have the same name or one has a schema that is none.
func NewManager(ts []Tool, ws *workspace.Workspace, o Options) *Manager {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.QuestionTimeout = cmp.Or(o.QuestionTimeout, 5*time.Minute)
	if o.Permissions == nil {
		o.Permissions = OpenPermissions("", nil)
	}
	if o.Secrets == nil {
		o.Secrets = workspace.DefaultSecrets()
	}
	m := &Manager{ws: ws, o: o, byName: map[string]int{}}
	for _, t := range ts {
		v, err := newValidator(t.Spec().Parameters)
		if err != nil {
			panic(fmt.Sprintf("tool %s: %v", t.Spec().Name, err))
		}
		s := t.Spec()
		s.Source = cmp.Or(s.Source, SourceBuiltin)
		m.tools = append(m.tools, entry{t, s, v})
	}
	slices.SortStableFunc(m.tools, func(a, b entry) int { return strings.Compare(a.spec.Name, b.spec.Name) })
	for i, t := range m.tools {
		for _, name := range append([]string{t.spec.Name}, t.spec.Aliases...) {
			if _, taken := m.byName[name]; taken {
				panic("two tools are called " + name)
			}
			m.byName[name] = i
		}
	}
	m.run = do
	for _, mw := range slices.Backward(o.Middleware) {
		m.run = mw(m.run)
	}
	return m
}

// Specs gives what is known of each tool, by name.
func (m *Manager) Specs() []Spec {
	var specs []Spec
	for _, t := range m.tools {
		specs = append(specs, t.spec)
	}
	return specs
}

// Lookup finds a tool by its name or an alias.
func (m *Manager) Lookup(name string) (Tool, bool) {
	i, ok := m.byName[name]
	if !ok {
		return nil, false
	}
	return m.tools[i].Tool, true
}

// Permissions are the rules by which calls are allowed or rejected without asking.
func (m *Manager) Permissions() *Permissions { return m.o.Permissions }
