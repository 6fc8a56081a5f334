package readable

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/workspace/credential"
)

// gitReads reports whether git reads an entry of its own folder to show history or state. Other entries, such as keys that
// extensions store there, are not allowed.
func gitReads(name string) bool {
	switch name {
	case "HEAD", "index", "packed-refs", "refs", "logs", "objects", "info", "shallow", "description", "hooks", "branches", "reftable",
		"COMMIT_EDITMSG", "MERGE_MSG", "MERGE_MODE", "SQUASH_MSG", "AUTO_MERGE", "sequencer", "rebase-merge", "rebase-apply",
		"commondir", "gitdir":
		return true
	}
	return strings.HasSuffix(name, "_HEAD") && name != "FETCH_HEAD" || strings.HasPrefix(name, "BISECT_") ||
		strings.HasPrefix(name, "sharedindex.")
}

// gitFinder determines what in git's own folders may be read.
type gitFinder struct {
	out     *Found
	configs map[string]bool // configurations of git, and whether each may be read
}

// gitDir allows what git reads in its own folder, without configurations that hold a password.
func (f *gitFinder) gitDir(dir string) error {
	f.out.GitDirs = append(f.out.GitDirs, dir)
	entries, err := entriesOf(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		at := filepath.Join(dir, e.Name())
		switch name := e.Name(); {
		case name == "modules" || name == "worktrees":
			if err := f.gitDirs(at); err != nil {
				return err
			}
		case name == "config" || name == "config.worktree" || name == "FETCH_HEAD":
			f.config(at)
		case gitReads(name) && (e.IsDir() || e.Type().IsRegular()):
			f.out.Read = append(f.out.Read, at)
		}
	}
	return nil
}

// gitDirs allows git's own folders below another one, such as those of submodules.
func (f *gitFinder) gitDirs(dir string) error {
	if isGitDir(dir) {
		return f.gitDir(dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // nothing is allowed
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := f.gitDirs(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// config allows a git configuration unless it holds a password.
func (f *gitFinder) config(at string) {
	given := harmless(at)
	f.configs[at] = given
	if given {
		f.out.Read = append(f.out.Read, at)
	} else if filepath.Base(at) != "FETCH_HEAD" {
		f.out.Withheld = append(f.out.Withheld, at)
	}
}

// sameConfigs reports whether the same configurations as before hold passwords.
func sameConfigs(configs map[string]bool) bool {
	for at, given := range configs {
		if harmless(at) != given {
			return false
		}
	}
	return true
}

// maxConfig is the size limit of a configuration in bytes.
const maxConfig = 1 << 20

func harmless(at string) bool {
	info, err := os.Lstat(at)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfig {
		return false
	}
	text, err := os.ReadFile(at)
	return err == nil && !holdsPassword(string(text))
}

// holdsPassword reports whether a text has a URL with a password or a token, a credential of a known format, or a git
// setting that holds one.
func holdsPassword(text string) bool {
	if credential.In(text) != "" {
		return true
	}
	url := regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://([^/\s@"']+)@`)
	for _, m := range url.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], ":") || len(m[1]) >= 20 || strings.Contains(m[1], "_") && len(m[1]) > 12 {
			return true
		}
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{
		"extraheader", "password", "passwd", "token", "secret", "bearer", "authorization", "private key",
	}, func(w string) bool {
		return strings.Contains(text, w)
	})
}

// isGitDir reports whether the folder is one of git's own.
func isGitDir(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil && !info.IsDir()
}

// isPointer reports whether .git is a file, as in a linked worktree.
func isPointer(git string) bool {
	info, err := os.Lstat(git)
	return err == nil && info.Mode().IsRegular()
}

// pointed allows git's own folder of a linked worktree, if that folder names the worktree too: a file that someone put into
// the workspace must not open other folders.
func (f *gitFinder) pointed(git string) {
	dir, ok := pointer(git, "gitdir: ")
	if !ok {
		return
	}
	if back, ok := pointer(filepath.Join(dir, "gitdir"), ""); !ok || back != git {
		return
	}
	common, ok := pointer(filepath.Join(dir, "commondir"), "")
	if !ok || filepath.Dir(filepath.Dir(dir)) != common || !isGitDir(common) {
		return
	}
	for _, d := range []string{dir, common} {
		_ = f.gitDir(d) // if it can't be read, git reports that
	}
}

// pointer reads a path from a file.
func pointer(file, prefix string) (string, bool) {
	text, err := os.ReadFile(file)
	if err != nil || len(text) > 8192 {
		return "", false
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), prefix)
	if !ok || to == "" || strings.ContainsAny(to, "\x00\n") {
		return "", false
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(file), to)
	}
	real, err := filepath.EvalSymlinks(filepath.Clean(to))
	return real, err == nil
}
