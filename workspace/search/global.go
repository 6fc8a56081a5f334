package search

import (
	"os"
	"path/filepath"
	"strings"
)

// GlobalIgnore finds the user's own ignore file: git's core.excludesFile, from the user's and the repository's settings,
// else the place where git looks for it. Variables come from getenv.
func GlobalIgnore(root string, getenv func(string) string) string {
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	config := getenv("XDG_CONFIG_HOME")
	if config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	var found string
	_, gitDir := repository(root)
	for _, file := range []string{under(config, "git", "config"), under(home, ".gitconfig"), under(gitDir, "config")} {
		if v := excludesFile(file); v != "" {
			found = v
		}
	}
	if found == "" {
		return under(config, "git", "ignore")
	}
	if rest, ok := strings.CutPrefix(found, "~/"); ok {
		return under(home, rest)
	}
	return found
}

func under(dir string, names ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, names...)...)
}

// excludesFile reads core.excludesFile of one settings file of git; "" where it says none.
func excludesFile(file string) (value string) {
	if file == "" {
		return ""
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	section := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(strings.TrimSpace(strings.Trim(line, "[]")))
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		if ok && section == "core" && strings.EqualFold(strings.TrimSpace(k), "excludesfile") {
			value = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return value
}
