package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
)

// permit is a setting that a workspace's file may make.
type permit struct {
	key string
	// have returns the user's number, which the workspace's may not be above; nil where the setting is no number.
	have func(Settings) int
	why  string
}

// permits are all that a workspace's file may set, and why that harms nobody. Whoever wrote the repository is not the user: what
// is not listed here chooses models, servers, programs, costs, what leaves the machine, or how much of the user's own words
// the model is told, and stays the user's.
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

// distrust takes out of a workspace's file all that it may not set, and tells of it; user are the user's own settings.
func distrust(c *check, tree map[string]any, user Settings) {
	for _, k := range slices.Sorted(maps.Keys(tree)) {
		if known(k) { // what is not is told by the check
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

// distrust keeps what stands at k of m, whose whole name is key, as far as it is permitted.
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

// lower drops a number that is above the user's.
func (c *check) lower(m map[string]any, k string, p permit, user Settings) {
	if p.have == nil {
		return
	}
	have := p.have(user)
	if n, ok := asNumber(m[k]); !ok || n <= float64(have) {
		return // what is no number is told by the check
	}
	delete(m, k)
	c.tell(p.key, "may only be lowered by a workspace; yours is %d", have)
}

// dropAllows takes the rules that allow out of a workspace's permissions; those that ask or reject stay, but not too many.
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
