package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
)

// permit is a setting that a workspace's file may contain.
type permit struct {
	key string
	// have returns the user's number, which is the maximum for the workspace; nil if the setting is no number.
	have func(Settings) float64
	why  string
	// zeroIsNone reports that 0 means no limit. The user's 0 permits every number, and a workspace may not set 0.
	zeroIsNone bool
}

// permits are the settings that a workspace's file may contain, and why they are harmless. The author of the repository is not
// the user: other settings choose models, servers, programs, costs, what leaves the machine, or how much of the user's own
// instructions the model reads. Only the user can set them.
func permits() []permit {
	d := chat.DefaultLimits()
	return []permit{
		{key: "permissions.rules", why: "one that asks or rejects has the user asked more often; one that allows is left out"},
		{
			key: "chat.maxIterations", why: "fewer requests cost less",
			have: func(s Settings) float64 { return or(s.Chat.MaxIterations, d.MaxIterations) },
		},
		{
			key: "chat.maxToolCalls", why: "fewer calls do less",
			have: func(s Settings) float64 { return or(s.Chat.MaxToolCalls, d.MaxToolCalls) },
		},
		{key: "chat.maxCostUsd", why: "less is spent", have: func(s Settings) float64 { return s.Chat.MaxCostUSD }, zeroIsNone: true},
		{
			key: "chat.turnTimeoutMs", why: "the turn pauses earlier", zeroIsNone: true,
			have: func(s Settings) float64 { return orPointer(s.Chat.TurnTimeoutMs, int(d.Turn.Milliseconds())) },
		},
		{
			key: "chat.maxRepairs", why: "fewer requests cost less",
			have: func(s Settings) float64 { return or(s.Chat.MaxRepairs, d.MaxRepairs) },
		},
		{
			key: "context.toolResultTokens", why: "less is sent; the model can read the rest",
			have: func(s Settings) float64 { return or(s.Context.ToolResultTokens, d.ToolResultTokens) },
		},
		{
			key: "context.mapTokens", why: "a smaller map tells less",
			have: func(s Settings) float64 { return orPointer(s.Context.MapTokens, d.MapTokens) },
		},
	}
}

func or(set, standard int) float64 {
	if set > 0 {
		return float64(set)
	}
	return float64(standard)
}

func orPointer(set *int, standard int) float64 {
	if set != nil {
		return float64(*set)
	}
	return float64(standard)
}

// exceeds reports whether a workspace's number is above the user's.
func (p permit) exceeds(n, have float64) bool {
	if !p.zeroIsNone {
		return n > have
	}
	return have != 0 && (n > have || n == 0)
}

// maxRules is how many permission rules a workspace may add.
const maxRules = 1000

// distrust removes what a workspace's file may not set and reports it. User are the user's own settings.
func distrust(c *check, tree map[string]any, user Settings) {
	for _, k := range slices.Sorted(maps.Keys(tree)) {
		if known(k) { // the check reports unknown keys
			c.distrust(tree, k, k, user)
		}
	}
	if p, ok := tree["permissions"].(map[string]any); ok {
		c.dropAllows(p)
	}
}

// known reports whether there is a setting, or a group of them, of the name.
func known(name string) bool {
	for f := range reflect.TypeFor[Settings]().Fields() {
		if n, _, _ := strings.Cut(f.Tag.Get("json"), ","); n == name {
			return true
		}
	}
	return false
}

// distrust keeps the permitted part of the value at k of m; key is its full name.
func (c *check) distrust(m map[string]any, k, key string, user Settings) {
	within := false // some of its keys are permitted
	for _, p := range permits() {
		if p.key == key {
			c.lower(m, k, p, user)
			return
		}
		within = within || strings.HasPrefix(p.key, key+".")
	}
	inner, ok := m[k].(map[string]any)
	if !within || !ok {
		delete(m, k)
		c.tell(key, "may not be set by a workspace; set it in your own settings")
		return
	}
	for _, i := range slices.Sorted(maps.Keys(inner)) {
		c.distrust(inner, i, join(key, i), user)
	}
}

// lower removes a number that is above the user's.
func (c *check) lower(m map[string]any, k string, p permit, user Settings) {
	if p.have == nil {
		return
	}
	have := p.have(user)
	n, ok := asNumber(m[k])
	if !ok || !p.exceeds(n, have) {
		return // the check reports what is no number
	}
	delete(m, k)
	c.tell(p.key, "may only be lowered by a workspace; yours is %v", have)
}

// dropAllows removes the rules that allow from a workspace's permissions. Rules that ask or reject are kept, up to [maxRules].
func (c *check) dropAllows(permissions map[string]any) {
	rules, ok := permissions["rules"].([]any)
	if !ok {
		return
	}
	kept := []any{}
	for i, r := range rules {
		if m, ok := r.(map[string]any); ok && m["decision"] == "allow" {
			c.tell(fmt.Sprintf("permissions.rules[%d]", i), "may not allow anything in a workspace; allow it in your own settings")
			continue
		}
		if len(kept) == maxRules {
			c.tell(fmt.Sprintf("permissions.rules[%d]", i), "and those after it do not count: a workspace may add %d rules", maxRules)
			break
		}
		kept = append(kept, r)
	}
	permissions["rules"] = kept
}
