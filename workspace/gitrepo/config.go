package gitrepo

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// CheckConfig returns an error unless everything in a repository's config is known to be harmless to git commands that only read.
// It accepts only the plain form in which git itself writes the file.
func CheckConfig(text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && r < ' ' || r == 0x7f || r == '\ufeff' }) {
		return fmt.Errorf("has settings with odd characters")
	}
	section, sub := "", ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
			if strings.HasSuffix(line, `\`) {
				return fmt.Errorf("has settings of several lines")
			}
		case line[0] == '[':
			var ok bool
			if section, sub, ok = parseSection(line); !ok {
				return fmt.Errorf("has settings in an unknown form")
			}
		default:
			name, value, _ := strings.Cut(line, "=")
			name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
			if strings.Contains(line, `\`) || section == "" {
				return fmt.Errorf("has settings in an unknown form")
			}
			if !harmless(section, sub, name, value) {
				return fmt.Errorf("has the setting %s, which is not known to be harmless", join(section, sub, name))
			}
		}
	}
	return nil
}

func join(section, sub, name string) string {
	if sub == "" {
		return section + "." + name
	}
	return section + "." + sub + "." + name
}

var header = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[([A-Za-z0-9-]+)(?: "([^"\\]*)")?\]$`)
})

func parseSection(line string) (section, sub string, ok bool) {
	m := header().FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return strings.ToLower(m[1]), m[2], true
}

// harmless reports whether a setting can't make a reading git run anything, read elsewhere or reveal a password.
func harmless(section, sub, name, value string) bool {
	if sub != "" {
		switch section {
		case "remote":
			return slices.Contains([]string{"url", "pushurl", "fetch", "push", "tagopt", "prune", "gh-resolved"}, name) && !credentials(value)
		case "branch":
			return slices.Contains([]string{
				"remote", "merge", "rebase", "pushremote", "description", "vscode-merge-base", "gh-merge-base",
				"github-pr-owner-number",
			}, name)
		case "submodule":
			return slices.Contains([]string{"url", "active", "branch"}, name) && !credentials(value)
		case "lfs":
			return name == "access" || name == "locksverify"
		}
		return false
	}
	allowed := map[string][]string{
		"core": {
			"repositoryformatversion", "filemode", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks", "autocrlf", "eol",
			"safecrlf", "quotepath", "abbrev", "compression",
			"hidedotfiles", "longpaths", "protectntfs", "protecthfs", "commitgraph", "checkstat", "trustctime", "preloadindex", "fscache",
			"multipackindex", "whitespace", "commentchar",
			"fsmonitor", "hookspath", // both are given on the command line, which takes precedence
		},
		"user": {"name", "email", "useconfigonly"}, "author": {"name", "email"}, "committer": {"name", "email"},
		"init": {"defaultbranch"}, "pull": {"rebase", "ff"}, "push": {"default", "autosetupremote", "followtags"},
		"fetch": {"prune", "prunetags"},
		"merge": {"ff", "conflictstyle"}, "rebase": {"autostash", "autosquash"}, "rerere": {"enabled", "autoupdate"},
		"diff":   {"renames", "algorithm", "colormoved", "mnemonicprefix", "context", "renamelimit"},
		"status": {"short", "branch", "showuntrackedfiles"},
		"log":    {"date", "decorate", "abbrevcommit"}, "commit": {"gpgsign", "verbose"}, "tag": {"gpgsign", "sort"},
		"branch": {"sort", "autosetuprebase", "autosetupmerge"},
		"color":  {"ui", "diff", "status", "branch"}, "gui": {"wmstate", "geometry"}, "gc": {"auto", "autodetach"},
		"maintenance": {"auto", "strategy"}, "index": {"version"},
		"advice": {"detachedhead", "addignoredfile", "skippedcherrypicks"}, "lfs": {"repositoryformatversion"}, "submodule": {"active"},
		"feature": {"manyfiles"},
	}
	switch {
	case section == "core" && name == "bare":
		return value == "false"
	case section == "extensions":
		return name == "objectformat" && value == "sha1"
	}
	return slices.Contains(allowed[section], name)
}

// credentials reports whether an address contains a password or a token, or names a program.
func credentials(url string) bool {
	if strings.Contains(url, "::") || strings.Contains(url, "|") {
		return true
	}
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	user, _, ok := strings.Cut(authority, "@")
	return ok && user != "git"
}
