package tools

import (
	_ "embed"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ptk-lsp/tools/sandbox"
)

// looksSecret reports whether a variable is called like a key. The name is in upper case.
func looksSecret(name string) bool {
	for _, part := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY", "API_KEY", "ACCESS_KEY", "PRIVATE_KEY"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_HEADERS") || strings.HasSuffix(name, "_PAT") || strings.HasSuffix(name, "_DSN") || name == "DATABASE_URL"
}

// env is the environment of commands that were agreed to: the variables that are known to hold no secrets, and such that nothing
// waits for a person.
func (s *Shell) env(confined, network bool) []string {
	var env []string
	for _, entry := range s.Environ {
		name, value, _ := strings.Cut(entry, "=")
		known := passes(name) || network && passesWithNetwork(name)
		switch {
		case slices.Contains(s.KeyNames, name): // whatever else is said of it
		case slices.Contains(s.Pass, name), known && !looksSecret(strings.ToUpper(name)) && !hasPassword(value):
			env = append(env, entry)
		}
	}
	env = append(env, "PAGER=cat", "GIT_PAGER=cat", "MANPAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "EDITOR=true", "TERM=dumb", "NO_COLOR=1")
	if s.Temp != "" {
		env = append(env, "TMPDIR="+s.Temp)
		if confined { // it can't write to the user's caches
			env = append(env, "XDG_CACHE_HOME="+s.cache(), "GOCACHE="+filepath.Join(s.cache(), "go-build"), "npm_config_cache="+filepath.Join(s.cache(), "npm"))
		}
	}
	return env
}

// freeEnv is the environment of commands that run unasked: nothing of the user's but language and time zone. Git finds no
// configuration but the repository's, fetches nothing and writes nothing.
func (s *Shell) freeEnv() []string {
	env := []string{
		"PATH=" + sandbox.SystemPath, "HOME=/nonexistent", "SHELL=/bin/bash", "TERM=dumb", "NO_COLOR=1", "PAGER=cat", "MANPAGER=cat",
		"GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=", "GIT_EDITOR=false", "EDITOR=false",
		"GOTOOLCHAIN=local", "GOENV=off", "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOTELEMETRY=off", "PYTHONDONTWRITEBYTECODE=1", "PYTHONSAFEPATH=1",
	}
	for _, entry := range s.Environ {
		name, value, _ := strings.Cut(entry, "=")
		if (name == "LANG" || name == "LANGUAGE" || name == "TZ" || name == "USER" || name == "LOGNAME" || strings.HasPrefix(name, "LC_")) && !strings.ContainsAny(value, "/$`\"\\") {
			env = append(env, entry)
		}
	}
	return env
}

//go:embed shell_env.list
var passing string

// passes reports whether a variable goes along to every command that was agreed to; passesWithNetwork whether it does to those
// that may connect.
func passes(name string) bool { return listed("all", name) }

func passesWithNetwork(name string) bool { return listed("network", name) }

// listed looks a variable up in a part of the list.
func listed(part, name string) bool {
	if runtime.GOOS == "windows" {
		name = strings.ToUpper(name)
	}
	inPart := false
	for line := range strings.Lines(passing) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutSuffix(line, ":"); ok {
			inPart = head == part
			continue
		}
		if !inPart || strings.HasPrefix(line, "#") {
			continue
		}
		for pattern := range strings.FieldsSeq(line) {
			if prefix, ok := strings.CutSuffix(pattern, "*"); ok && strings.HasPrefix(name, prefix) || pattern == name {
				return true
			}
		}
	}
	return false
}

// hasPassword reports whether a value holds a URL with a password in it.
func hasPassword(value string) bool {
	for rest := value; ; {
		_, after, ok := strings.Cut(rest, "://")
		if !ok {
			return false
		}
		authority := after
		if i := strings.IndexAny(after, "/?# ,;"); i >= 0 {
			authority = after[:i]
		}
		if user, _, ok := strings.Cut(authority, "@"); ok && user != "git" {
			return true
		}
		rest = after
	}
}
