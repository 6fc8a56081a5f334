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

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/private"
)

// Permissions are the rules that apply in a workspace. They are safe for concurrent use, also by several programs.
type Permissions struct {
	store *ruleFile
	turns turnRules

	mu       sync.Mutex // guards what follows
	session  []Rule
	settings []Rule
}

// OpenPermissions returns the rules of the file, which need not exist, and of the settings. If file is "", no rule outlives the
// program. See [PermissionsFile].
func OpenPermissions(file string, settings []Rule) *Permissions {
	p := &Permissions{store: &ruleFile{path: file}}
	p.SetSettings(settings)
	return p
}

// PermissionsFile returns the path of a workspace's rules below the folder in which the program stores its state.
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

// Rules returns all rules: those of running turns, of this session, of the workspace, and of the settings.
func (p *Permissions) Rules() ([]Rule, error) {
	stored, err := p.store.read()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Concat(p.turns.list(), p.session, withoutBareModes(stored), p.settings), nil
}

// Check returns an error if the stored rules of the workspace can't be read, or if others could have written them. Such rules
// are not applied.
func (p *Permissions) Check() error {
	_, err := p.store.read()
	return err
}

// trusted returns the stored rules of the workspace; none if others can write the file.
func (p *Permissions) trusted() ([]Rule, error) {
	stored, err := p.store.read()
	if _, unsafe := errors.AsType[*private.UnsafeError](err); unsafe {
		return nil, nil
	}
	return withoutBareModes(stored), err
}

// EndTurn drops the rules that hold until the end of the turn.
func (p *Permissions) EndTurn(turn string) {
	p.turns.remove(func(r turnRule) bool { return r.turn == turn })
}

// allowTurn allows a kind of action until the end of the turn.
func (p *Permissions) allowTurn(turn string, s Spec, kind Turnwide) {
	p.turns.add(turn, kind, Rule{
		ID: rand.Text()[:10], Tool: string(s.Kind), Decision: RuleAllow, Scope: ScopeTurn, Text: kind.words(),
	})
}

// Revoke drops a rule of a turn, this session or workspace. The error wraps [ErrNoRule] if there is none.
func (p *Permissions) Revoke(ctx context.Context, id string) error {
	same := func(r Rule) bool { return r.ID == id }
	if p.turns.remove(func(r turnRule) bool { return same(r.rule) }) {
		return nil
	}
	p.mu.Lock()
	had := len(p.session)
	p.session = slices.DeleteFunc(p.session, same)
	dropped := len(p.session) < had
	fromSettings := slices.ContainsFunc(p.settings, same)
	p.mu.Unlock()
	if dropped {
		return nil
	}
	if fromSettings {
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

// remember stores the rule that an action offers, for the session or for the workspace.
func (p *Permissions) remember(ctx context.Context, s Spec, r Rules, scope Scope) error {
	tool := s.Name
	if s.Kind == KindEdit && r.Keys.explicit() {
		tool = string(KindEdit) // another tool may make the same change
	}
	var rules []Rule
	for _, pattern := range r.Always.patterns {
		rules = append(rules, Rule{
			ID: rand.Text()[:10], Tool: tool, Match: string(pattern), Decision: RuleAllow, Scope: scope, Text: r.Always.text,
		})
	}
	if scope == ScopeSession || p.store.path == "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.session = merged(p.session, rules)
		return nil
	}
	return p.store.change(ctx, func(had []Rule) ([]Rule, error) { return merged(withoutBareModes(had), rules), nil })
}

// withoutBareModes drops rules of older versions that allowed the network, or the background, to every command.
func withoutBareModes(stored []Rule) []Rule {
	return slices.DeleteFunc(slices.Clone(stored), func(r Rule) bool { return rulekey.Pattern(r.Match).Bare() })
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

// decide returns what the rules decide about an action; "" if no rule applies. One rejection is enough, but all keys must be
// allowed. What the user allowed when asked overrides a rule to ask. places are the keys of the paths that the action reads or
// changes: rules can reject them even if the action has keys of its own.
func (p *Permissions) decide(s Spec, k Keys, places []rulekey.Key) (RuleDecision, Rule, error) {
	rules, err := p.about(s)
	if err != nil {
		return "", Rule{}, err
	}
	keys := k.at(places)
	touched := slices.Concat(keys, places)
	if r := first(rules, RuleReject, touched); r != nil {
		return RuleReject, *r, nil
	}
	if allow(keys, rules, func(r *Rule) bool { return r.Scope != ScopeSettings }) {
		return RuleAllow, Rule{}, nil
	}
	if r := first(rules, RuleAsk, touched); r != nil {
		return RuleAsk, *r, nil
	}
	if allow(keys, rules, func(*Rule) bool { return true }) {
		return RuleAllow, Rule{}, nil
	}
	return "", Rule{}, nil
}

// about returns the rules for a tool, in the order in which they are tried. The caller must not change them.
func (p *Permissions) about(s Spec) (rules []*Rule, err error) {
	stored, err := p.trusted()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	session, settings := slices.Clone(p.session), p.settings
	p.mu.Unlock()
	rules = make([]*Rule, 0, len(session)+len(stored)+len(settings))
	for _, list := range [][]Rule{session, stored, settings} {
		for i := range list {
			if list[i].Tool == s.Name || list[i].covers(s) {
				rules = append(rules, &list[i])
			}
		}
	}
	return rules, nil
}
