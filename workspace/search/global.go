package search

import (
	"cmp"
)

// GlobalIgnore returns the user's own ignore file: git's core.excludesFile, from the settings of the system, the user and the
// repository, else git's default. Variables come from getenv.
func GlobalIgnore(root string, getenv func(string) string) string {
	home := cmp.Or(getenv("HOME"), getenv("USERPROFILE"))
	xdg := getenv("XDG_CONFIG_HOME")
	if xdg == "" {
		xdg = under(home, ".config")
	}
	top, gitDir := repository(root)
	c := gitConfig{home: home, gitDir: ownGitDir(top, gitDir)}
	for _, file := range configFiles(home, xdg, gitDir, getenv) {
		c.read(file)
	}
	if c.worktrees {
		c.read(under(c.gitDir, "config.worktree"))
	}
	if c.excludes == "" {
		return under(xdg, "git", "ignore")
	}
	return c.excludes
}

// configFiles returns the settings files of git, the one with the highest precedence last.
func configFiles(home, xdg, gitDir string, getenv func(string) string) []string {
	var files []string
	if getenv("GIT_CONFIG_NOSYSTEM") == "" {
		files = append(files, cmp.Or(getenv("GIT_CONFIG_SYSTEM"), "/etc/gitconfig"))
	}
	if own := getenv("GIT_CONFIG_GLOBAL"); own != "" {
		files = append(files, own)
	} else {
		files = append(files, under(xdg, "git", "config"), under(home, ".gitconfig"))
	}
	return append(files, under(gitDir, "config"))
}
