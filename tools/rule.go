package tools

import (
	"errors"
	"slices"

	"ptk-lsp/tools/rulekey"
)

// RuleDecision is what a rule decides; the words are those of the settings.
type RuleDecision string

// The decisions of rules.
const (
	RuleAllow  RuleDecision = "allow"
	RuleAsk    RuleDecision = "ask"
	RuleReject RuleDecision = "reject"
)

// Scope says how long a rule applies.
type Scope string

// The scopes.
const (
	ScopeTurn      Scope = "turn"      // until the turn ends
	ScopeSession   Scope = "session"   // as long as the program runs
	ScopeWorkspace Scope = "workspace" // in this workspace, until it is revoked
	ScopeSettings  Scope = "settings"  // as long as it is in the settings
)

// Rule is a decision of the user for many calls.
type Rule struct {
	ID       string       `json:"id"`
	Tool     string       `json:"tool"`            // a tool's name, with * for any text, or a [Kind]
	Match    string       `json:"match,omitempty"` // a [rulekey.Pattern] for the keys of the call; "" for every call
	Decision RuleDecision `json:"decision"`
	Scope    Scope        `json:"scope"`
	Text     string       `json:"text"` // describes the rule to the user
}

// ErrNoRule is wrapped by the error of revoking a rule that does not exist.
var ErrNoRule = errors.New("there is no such rule")

// covers reports whether the rule is about the tool. Rules for a kind don't allow tools of MCP servers, which declare their
// own kind.
func (r *Rule) covers(s Spec) bool {
	if r.Tool == string(s.Kind) {
		return s.Source != SourceMCP || r.Decision != RuleAllow
	}
	return rulekey.Pattern(r.Tool).Glob(s.Name)
}

// matches reports whether the rule applies to the key.
func (r *Rule) matches(key rulekey.Key) bool {
	if r.Decision == RuleAllow {
		return rulekey.Pattern(r.Match).Allows(key)
	}
	return rulekey.Pattern(r.Match).Matches(key)
}

// first returns the first rule with the decision that matches one of the keys; nil if there is none.
func first(rules []*Rule, d RuleDecision, keys []rulekey.Key) *Rule {
	for _, r := range rules {
		if r.Decision == d && slices.ContainsFunc(keys, r.matches) {
			return r
		}
	}
	return nil
}

// allow reports whether each key is allowed by one of the rules that counts reports true for.
func allow(keys []rulekey.Key, rules []*Rule, counts func(*Rule) bool) bool {
	for _, k := range keys {
		if !slices.ContainsFunc(rules, func(r *Rule) bool { return r.Decision == RuleAllow && counts(r) && r.matches(k) }) {
			return false
		}
	}
	return len(keys) > 0
}
