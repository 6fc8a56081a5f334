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

	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/private"
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
	return slices.Concat(p.session, stillMeant(kept), p.settings), nil
}

// Check returns an error where the rules of the workspace can't be read, or may be somebody else's: they allow nothing then.
func (p *Permissions) Check() error {
	_, err := p.store.read()
	return err
}

// trusted returns the rules of the workspace's file, none if others can write it.
func (p *Permissions) trusted() ([]Rule, error) {
	kept, err := p.store.read()
	if _, unsafe := errors.AsType[*private.UnsafeError](err); unsafe {
		return nil, nil
	}
	return stillMeant(kept), err
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
	return p.store.change(ctx, func(had []Rule) ([]Rule, error) { return merged(stillMeant(had), rules), nil })
}

// stillMeant leaves out the rules of older versions that allowed the network, or the background, to every command.
func stillMeant(kept []Rule) []Rule {
	return slices.DeleteFunc(slices.Clone(kept), func(r Rule) bool { return r.Match == "(network)" || r.Match == "(background)" })
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
	rules, err := p.about(s)
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
	if r := first(rules, RuleReject, touched); r != nil {
		return RuleReject, *r, nil
	}
	if all(keys, rules, func(r *Rule) bool { return r.Decision == RuleAllow && r.Scope != ScopeSettings }) {
		return RuleAllow, Rule{}, nil
	}
	if r := first(rules, RuleAsk, touched); r != nil {
		return RuleAsk, *r, nil
	}
	if all(keys, rules, func(r *Rule) bool { return r.Decision == RuleAllow }) {
		return RuleAllow, Rule{}, nil
	}
	return "", Rule{}, nil
}

// about returns the rules that are about a tool, in the order in which they are tried. Nobody changes them.
func (p *Permissions) about(s Spec) (rules []*Rule, err error) {
	kept, err := p.trusted()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	session, settings := slices.Clone(p.session), p.settings
	p.mu.Unlock()
	rules = make([]*Rule, 0, len(session)+len(kept)+len(settings))
	for _, list := range [][]Rule{session, kept, settings} {
		for i := range list {
			if list[i].Tool == s.Name || list[i].covers(s) {
				rules = append(rules, &list[i])
			}
		}
	}
	return rules, nil
}

// first returns the first rule that decides so and matches one of the keys, nil where none does.
func first(rules []*Rule, d RuleDecision, keys []string) *Rule {
	for _, r := range rules {
		if r.Decision == d && slices.ContainsFunc(keys, r.matches) {
			return r
		}
	}
	return nil
}

// all reports whether each key is matched by one of the rules that are chosen.
func all(keys []string, rules []*Rule, chosen func(*Rule) bool) bool {
	for _, k := range keys {
		if !slices.ContainsFunc(rules, func(r *Rule) bool { return chosen(r) && r.matches(k) }) {
			return false
		}
	}
	return true
}

// covers is true where the rule is about the tool. What an MCP server says of its tool's kind allows nothing.
func (r *Rule) covers(s Spec) bool {
	if r.Tool == string(s.Kind) {
		return s.Source != SourceMCP || r.Decision != RuleAllow
	}
	return wild(r.Tool, s.Name)
}

// matches reports whether the rule is about what the key stands for. What stands for one exact command line is allowed by
// that line only, never by a pattern; it is asked for or rejected by patterns too.
func (r *Rule) matches(key string) bool {
	if r.Match == "" {
		return true
	}
	text, exact := shell.Exact(key)
	if !exact {
		return wild(r.Match, key)
	}
	if r.Decision == RuleAllow && patterned(r.Match) {
		return r.Match == "*"
	}
	return wild(r.Match, key) || wild(r.Match, text)
}

// patterned reports whether a * in a pattern stands for anything.
func patterned(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '*':
			return true
		}
	}
	return false
}

// quoteRule gives the pattern that matches nothing but the text.
func quoteRule(text string) string { return strings.NewReplacer(`\`, `\\`, "*", `\*`).Replace(text) }

// wild matches a text with a pattern in which * stands for anything, and a backslash takes that meaning away. There may be
// very many patterns, so that none is copied unless it has a backslash.
func wild(pattern, text string) bool {
	for i := 0; i < len(pattern) && pattern[i] != '*' && pattern[i] != '\\'; i++ {
		if i == len(text) || text[i] != pattern[i] {
			return false // as most do
		}
	}
	if strings.Contains(pattern, `\`) {
		return wildParts(unescaped(pattern), text)
	}
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, head)
	for ok {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(text, part)
		}
		_, text, ok = strings.Cut(text, part)
		rest = more
	}
	return false
}

// unescaped returns the pieces of a pattern between its stars.
func unescaped(pattern string) (parts []string) {
	var part strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch {
		case pattern[i] == '*':
			parts = append(parts, part.String())
			part.Reset()
			continue
		case pattern[i] == '\\' && i+1 < len(pattern):
			i++
		}
		part.WriteByte(pattern[i])
	}
	return append(parts, part.String())
}

// wildParts matches a text that begins with the first piece, ends with the last, and has the others between them in turn.
func wildParts(parts []string, text string) bool {
	last := len(parts) - 1
	if last == 0 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1:last] {
		if ok {
			_, text, ok = strings.Cut(text, part)
		}
	}
	return ok && strings.HasSuffix(text, parts[last])
}
