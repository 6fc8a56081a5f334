package tools

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// CleanEnv leaves out of an environment what holds keys: the names given, and all that look like one.
func CleanEnv(environ, names []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(names, name) || looksSecret(strings.ToUpper(name))
	})
}

func looksSecret(name string) bool {
	for _, part := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY", "API_KEY", "ACCESS_KEY", "PRIVATE_KEY"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_HEADERS") || strings.HasSuffix(name, "_PAT") || strings.HasSuffix(name, "_DSN") || name == "DATABASE_URL"
}

// env is the environment of commands: without keys, and such that nothing waits for a person.
func (s *Shell) env(confined bool) []string {
	env := CleanEnv(s.Environ, s.KeyNames)
	env = append(env, "PAGER=cat", "GIT_PAGER=cat", "MANPAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "EDITOR=true", "TERM=dumb", "NO_COLOR=1")
	if s.Temp != "" {
		env = append(env, "TMPDIR="+s.Temp)
		if confined { // it can't write to the user's caches
			env = append(env, "XDG_CACHE_HOME="+s.cache(), "GOCACHE="+filepath.Join(s.cache(), "go-build"), "npm_config_cache="+filepath.Join(s.cache(), "npm"))
		}
	}
	return env
}

func (s *Shell) cache() string { return cmp.Or(s.Cache, filepath.Join(s.Temp, "cache")) }
