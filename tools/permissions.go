package tools

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ptk-lsp/workspace"
)

// RuleDecision is what a rule says; the words are the settings'.
type RuleDecision string

// The decisions of rules.
const (
	RuleAllow  RuleDecision = "allow"
	RuleAsk    RuleDecision = "ask"
	RuleReject RuleDecision = "reject"
)

// Scope says how long a rule holds.
type Scope string

// The scopes.
const (
	ScopeSession   Scope = "session"   // as long as the program runs
	ScopeWorkspace Scope = "workspace" // for this workspace, until it is revoked
	ScopeSettings  Scope = "settings"  // as long as the settings say so
)

// Rule is what the user has said once for many calls.
type Rule struct {
	ID       string       `json:"id"`
	Tool     string       `json:"tool"`            // a tool's name, with * for anything, or a [Kind]
	Match    string       `json:"match,omitempty"` // what of the call must match, with * for anything; "" for every call
	Decision RuleDecision `json:"decision"`
	Scope    Scope        `json:"scope"`
	Text     string       `json:"text"` // the same in words
}

// ErrNoRule is under the error of revoking a rule that is not there.
var ErrNoRule = errors.New("there is no such rule")

// Permissions are the rules that hold in a workspace. They are safe for concurrent use, by several programs too.
type Permissions struct {
	store *ruleFile

	mu       sync.Mutex // guards what follows
	session  []Rule
	settings []Rule
}

// OpenPermissions takes the rules of the file, which need not be there, and of the settings. With "" for the file
// nothing outlives the program. See [PermissionsFile].
func OpenPermissions(file string, settings []Rule) *Permissions {
	p := &Permissions{store: &ruleFile{path: file}}
	p.SetSettings(settings)
	return p
}

// PermissionsFile gives the place of a workspace's rules below the folder in which the program keeps its state.
func PermissionsFile(state, folder string) string {
	return filepath.Join(state, "permissions", workspace.Hash(filepath.Clean(folder))[:32]+".json")
}

// SetSettings replaces the rules of the settings.
func (p *Permissions) SetSettings(rules []Rule) {
	rules = slices.Clone(rules)
	for i, r := range rules {
		rules[i].ID, rules[i].Scope = fmt.Sprintf("settings-%d", i+1), ScopeSettings
		if r.Text == "" {
			rules[i].Text = strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Decision, r.Tool, r.Match))
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings = rules
}

// Rules gives all rules: those of this session, of the workspace, and of the settings.
func (p *Permissions) Rules() ([]Rule, error) {
	kept, err := p.store.read()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Concat(p.session, kept, p.settings), nil
}

// Revoke drops a rule of this session or workspace; the error wraps [ErrNoRule] where there is none.
func (p *Permissions) Revoke(ctx context.Context, id string) error {
	same := func(r Rule) bool { return r.ID == id }
	p.mu.Lock()
	had := len(p.session)
	p.session = slices.DeleteFunc(p.session, same)
	dropped := len(p.session) < had
	ofSettings := slices.ContainsFunc(p.settings, same)
	p.mu.Unlock()
	if dropped {
		return nil
	}
	if ofSettings {
		return fmt.Errorf("rule %s comes from the settings; change them: %w", id, ErrNoRule)
	}
	return p.store.change(ctx, func(rules []Rule) ([]Rule, error) {
		rest := slices.DeleteFunc(slices.Clone(rules), same)
		if len(rest) == len(rules) {
			return nil, fmt.Errorf("rule %s: %w", id, ErrNoRule)
		}
		return rest, nil
	})
}

// remember keeps what the user allowed for the session or for the workspace.
func (p *Permissions) remember(ctx context.Context, s Spec, a *Action, scope Scope) error {
	var rules []Rule
	tool := s.Name
	if s.Kind == KindEdit && len(a.Keys) > 0 {
		tool = string(KindEdit) // one tool or another may make the same change
	}
	for key := range strings.SplitSeq(a.RuleKey, "\n") {
		rules = append(rules, Rule{ID: rand.Text()[:10], Tool: tool, Match: key, Decision: RuleAllow, Scope: scope, Text: a.Rule})
	}
	if scope == ScopeSession || p.store.path == "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.session = merged(p.session, rules)
		return nil
	}
	return p.store.change(ctx, func(had []Rule) ([]Rule, error) { return merged(had, rules), nil })
}

// merged adds the rules that are not there yet.
func merged(had, more []Rule) []Rule {
	for _, r := range more {
		if !slices.ContainsFunc(had, func(h Rule) bool { return h.Tool == r.Tool && h.Match == r.Match }) {
			had = append(had, r)
		}
	}
	return had
}

// decide gives what the rules say to an action; "" where they say nothing. One rejection is enough, while an
// allowance must cover all keys; what the user allowed when asked is stronger than a rule that wants to be asked.
// The places are the paths that the action reads or changes; they count against it, and for it where it has no keys.
func (p *Permissions) decide(s Spec, a *Action, places []string) (RuleDecision, Rule, error) {
	rules, err := p.Rules()
	if err != nil {
		return "", Rule{}, err
	}
	keys := a.Keys
	switch {
	case keys == nil && a.RuleKey == "" && len(places) > 0:
		keys = places
	case keys == nil:
		keys = strings.Split(a.RuleKey, "\n")
	}
	touched := slices.Concat(keys, places)
	for _, r := range rules {
		if r.Decision == RuleReject && r.covers(s) && slices.ContainsFunc(touched, r.matches) {
			return RuleReject, r, nil
		}
	}
	if all(keys, rules, s, func(r Rule) bool { return r.Decision == RuleAllow && r.Scope != ScopeSettings }) {
		return RuleAllow, Rule{}, nil
	}
	for _, r := range rules {
		if r.Decision == RuleAsk && r.covers(s) && slices.ContainsFunc(touched, r.matches) {
			return RuleAsk, r, nil
		}
	}
	if all(keys, rules, s, func(r Rule) bool { return r.Decision == RuleAllow }) {
		return RuleAllow, Rule{}, nil
	}
	return "", Rule{}, nil
}

// all is true where each key is matched by one of the rules that are chosen.
func all(keys []string, rules []Rule, s Spec, chosen func(Rule) bool) bool {
	for _, k := range keys {
		if !slices.ContainsFunc(rules, func(r Rule) bool { return chosen(r) && r.covers(s) && r.matches(k) }) {
			return false
		}
	}
	return true
}

// covers is true where the rule is about the tool. What an MCP server says of its tool's kind allows nothing.
func (r Rule) covers(s Spec) bool {
	if r.Tool == string(s.Kind) {
		return s.Source != SourceMCP || r.Decision != RuleAllow
	}
	return wild(r.Tool, s.Name)
}

func (r Rule) matches(key string) bool { return r.Match == "" || wild(r.Match, key) }

// quoteRule gives the pattern that matches nothing but the text.
func quoteRule(text string) string { return strings.NewReplacer(`\`, `\\`, "*", `\*`).Replace(text) }

// wild matches a text with a pattern in which * stands for anything, and a backslash takes that meaning away.
func wild(pattern, text string) bool {
	parts := []string{""}
	for i := 0; i < len(pattern); i++ {
		switch last := len(parts) - 1; {
		case pattern[i] == '*':
			parts = append(parts, "")
		case pattern[i] == '\\' && i+1 < len(pattern):
			i++
			parts[last] += pattern[i : i+1]
		default:
			parts[last] += pattern[i : i+1]
		}
	}
	if len(parts) == 1 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	last := parts[len(parts)-1]
	if !ok || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[:len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		if _, text, ok = strings.Cut(text, part); !ok {
			return false
		}
	}
	return true
}
