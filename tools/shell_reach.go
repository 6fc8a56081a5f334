package tools

import (
	"path/filepath"
	"strings"

	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
)

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
