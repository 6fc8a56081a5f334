package settings

import (
	"fmt"
	"maps"
	"slices"
)

// distrust takes out of a workspace's file what could leak a key, run a program or skip a question, and tells of each:
// whoever wrote the repository is not the user.
func distrust(tree map[string]any) []Problem {
	c := &check{}
	drop := func(m map[string]any, key, k string) {
		if _, ok := m[k]; ok {
			delete(m, k)
			c.tell(join(key, k), "may not be set by a workspace; set it in your own settings")
		}
	}
	for _, k := range []string{"mcpServers", "customTools", "telemetry", "embeddings"} {
		drop(tree, "", k)
	}
	if providers, ok := tree["providers"].(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(providers)) {
			if p, ok := providers[name].(map[string]any); ok {
				for _, k := range []string{"apiKeyEnv", "baseUrl", "headers", "kind", "selectors"} {
					drop(p, "providers."+name, k)
				}
			}
		}
	}
	if p, ok := tree["permissions"].(map[string]any); ok {
		dropAllows(c, p)
	}
	return c.problems
}

// dropAllows takes the rules that allow out of a workspace's permissions; those that ask or reject stay.
func dropAllows(c *check, permissions map[string]any) {
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
		kept = append(kept, r)
	}
	permissions["rules"] = kept
}
