package tools

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
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

// maxMatches is how many files of a pattern are looked at; a pattern with more is asked for each time.
const maxMatches = 1000

// reach tells where paths of a command that runs in a folder lead.
func (s *Shell) reach(c *Call, dir string) func(string) shell.Reach {
	secrets := s.Secrets
	if secrets == nil {
		secrets = workspace.DefaultSecrets()
	}
	one := func(path string) shell.Reach { return s.reachOf(c.Workspace, secrets, path) }
	return func(path string) shell.Reach {
		switch {
		case strings.HasPrefix(path, "~") && secrets.Match(path):
			return shell.Secret
		case strings.HasPrefix(path, "~"):
			return shell.Outside
		case !filepath.IsAbs(path):
			path = filepath.Join(dir, path)
		}
		reach := one(path)
		if !strings.ContainsAny(path, "*?[") {
			return reach
		}
		found, err := filepath.Glob(path)
		if err != nil || len(found) > maxMatches {
			return shell.Secret
		}
		for _, f := range found {
			if !dotted(path, f) {
				reach = max(reach, one(f))
			}
		}
		return reach
	}
}

// dotted is true where a name that begins with a dot was found by a pattern that does not: the shell would not find it.
func dotted(pattern, found string) bool {
	wanted := strings.Split(pattern, string(filepath.Separator))
	for i, name := range strings.Split(found, string(filepath.Separator)) {
		if strings.HasPrefix(name, ".") && i < len(wanted) && !strings.HasPrefix(wanted[i], ".") && !strings.HasPrefix(wanted[i], "[") {
			return true
		}
	}
	return false
}

// reachOf tells where one absolute path leads, its links looked through.
func (s *Shell) reachOf(ws *workspace.Workspace, secrets workspace.Secrets, path string) shell.Reach {
	if secrets.Match(filepath.ToSlash(path)) {
		return shell.Secret
	}
	f, err := ws.Resolve(path)
	if err != nil {
		if s.Temp != "" && strings.HasPrefix(path+string(filepath.Separator), s.Temp+string(filepath.Separator)) {
			return shell.Inside
		}
		return shell.Outside
	}
	real, err := ws.Real(path)
	switch {
	case err != nil:
		return shell.Outside
	case secrets.Match(filepath.ToSlash(real)):
		return shell.Secret
	case Protected(f.Rel):
		return shell.Protected
	}
	return shell.Inside
}
