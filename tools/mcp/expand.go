package mcp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// variable is ${NAME}, or ${env:NAME} as other programs write it.
var variable = regexp.MustCompile(`\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand replaces variables by their values. A variable that is not set is a failure: without its key, a server would fail in
// ways that are harder to understand.
func expand(c Config, environ []string) (Config, error) {
	var missing []string
	put := func(s string) string {
		return variable.ReplaceAllStringFunc(s, func(m string) string {
			name := variable.FindStringSubmatch(m)[1]
			value, ok := lookup(environ, name)
			if !ok && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
			return value
		})
	}
	c.Command, c.URL, c.Cwd, c.Args = put(c.Command), put(c.URL), put(c.Cwd), slices.Clone(c.Args)
	for i, a := range c.Args {
		c.Args[i] = put(a)
	}
	c.Env, c.Headers = putAll(c.Env, put), putAll(c.Headers, put)
	if len(missing) > 0 {
		slices.Sort(missing)
		return c, &failure{
			message: fmt.Sprintf("Its settings name the variable %s, which is not set.", strings.Join(missing, ", ")),
			do:      "Set it in the environment that the editor is started from.", final: true,
		}
	}
	switch {
	case c.Command == "" && c.URL == "":
		return c, &failure{"It has neither command nor url.", "Set one of them.", true}
	case c.Command != "" && c.URL != "":
		return c, &failure{"It has both command and url.", "Remove one of them.", true}
	}
	return c, nil
}

func putAll(m map[string]string, put func(string) string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[k] = put(v)
	}
	return out
}

func lookup(environ []string, name string) (string, bool) {
	for _, e := range slices.Backward(environ) {
		if k, v, ok := strings.Cut(e, "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}
