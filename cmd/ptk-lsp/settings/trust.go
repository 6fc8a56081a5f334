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
	have func(Settings) int
	why  string
}

// permits are the settings that a workspace's file may contain, and why they are harmless. The author of the repository is not
// the user: other settings choose models, servers, programs, costs, what leaves the machine, or how much of the user's own
// instructions the model reads. Only the user can set them.
func permits() []permit {
	d := chat.DefaultLimits()
	return []permit{
		{"permissions.rules", nil, "one that asks or rejects has the user asked more often; one that allows is left out"},
		{"chat.maxIterations", func(s Settings) int { return or(s.Chat.MaxIterations, d.MaxIterations) }, "fewer requests cost less"},
		{"chat.maxToolCalls", func(s Settings) int { return or(s.Chat.MaxToolCalls, d.MaxToolCalls) }, "fewer calls do less"},
		{"chat.maxRepairs", func(s Settings) int { return or(s.Chat.MaxRepairs, d.MaxRepairs) }, "fewer requests cost less"},
		{
			"context.toolResultTokens", func(s Settings) int { return or(s.Context.ToolResultTokens, d.ToolResultTokens) },
			"less is sent; the model can read the rest",
		},
		{"context.mapTokens", func(s Settings) int { return mapTokens(s, d.MapTokens) }, "a smaller map tells less"},
	}
}

func or(set, standard int) int {
	if set > 0 {
		return set
	}
	return standard
}

func mapTokens(s Settings, standard int) int {
	if s.Context.MapTokens != nil {
		return *s.Context.MapTokens
	}
	return standard
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
	if n, ok := asNumber(m[k]); !ok || n <= float64(have) {
		return // the check reports what is no number
	}
	delete(m, k)
	c.tell(p.key, "may only be lowered by a workspace; yours is %d", have)
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
