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

// looksSecret reports whether a variable has a name like that of a key. The name is in upper case.
func looksSecret(name string) bool {
	for _, part := range []string{
		"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY", "API_KEY", "ACCESS_KEY", "PRIVATE_KEY",
	} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_HEADERS") || strings.HasSuffix(name, "_PAT") ||
		strings.HasSuffix(name, "_DSN") || name == "DATABASE_URL"
}

// env returns the environment of commands that the user agreed to: the variables that are known to hold no secrets, and
// settings that keep programs from waiting for the user.
func (s *Shell) env(confined, network bool) []string {
	var env []string
	for _, entry := range s.Environ {
		name, value, _ := strings.Cut(entry, "=")
		known := passes(name) || network && passesWithNetwork(name)
		switch {
		case slices.Contains(s.KeyNames, name): // never passed
		case slices.Contains(s.Pass, name), known && !looksSecret(strings.ToUpper(name)) && !hasPassword(value):
			env = append(env, entry)
		}
	}
	env = append(
		env, "PAGER=cat", "GIT_PAGER=cat", "MANPAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "EDITOR=true", "TERM=dumb",
		"NO_COLOR=1",
	)
	if s.Temp != "" {
		env = append(env, "TMPDIR="+s.Temp)
		if confined { // it can't write to the user's caches
			env = append(
				env, "XDG_CACHE_HOME="+s.cache(), "GOCACHE="+filepath.Join(s.cache(), "go-build"),
				"npm_config_cache="+filepath.Join(s.cache(), "npm"),
			)
		}
	}
	return env
}

// freeEnv returns the environment of commands that run without a question: only the user's language and time zone. Git uses
// only the configuration of the repository, and fetches and writes nothing.
func (s *Shell) freeEnv() []string {
	env := []string{
		"PATH=" + sandbox.SystemPath, "HOME=/nonexistent", "SHELL=/bin/bash", "TERM=dumb", "NO_COLOR=1", "PAGER=cat", "MANPAGER=cat",
		"GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=", "GIT_EDITOR=false", "EDITOR=false",
		"GOTOOLCHAIN=local", "GOENV=off", "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOTELEMETRY=off", "PYTHONDONTWRITEBYTECODE=1",
		"PYTHONSAFEPATH=1",
	}
	for _, entry := range s.Environ {
		name, value, _ := strings.Cut(entry, "=")
		if (name == "LANG" || name == "LANGUAGE" || name == "TZ" || name == "USER" || name == "LOGNAME" ||
			strings.HasPrefix(name, "LC_")) && !strings.ContainsAny(value, "/$`\"\\") {
			env = append(env, entry)
		}
	}
	return env
}

//go:embed shell_env.list
var passing string

// passes reports whether all commands get a variable; passesWithNetwork whether those that may connect do.
func passes(name string) bool { return inList("all", name) }

func passesWithNetwork(name string) bool { return inList("network", name) }

// inList reports whether a part of the list has the variable.
func inList(part, name string) bool {
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

// hasPassword reports whether a value has a URL with a password.
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
