package search

import (
	"os"
	"path/filepath"
	"strings"

	small "ptk-lsp/workspace/regular"
)

// maxGitFile is the size limit, in bytes, of git's files that name a folder or a branch.
const maxGitFile = 64 << 10

// repository returns the top folder and the git folder of the repository that contains root; root and "" if there is none.
func repository(root string) (top, gitDir string) {
	for at := root; ; at = filepath.Dir(at) {
		path := filepath.Join(at, ".git")
		if info, err := os.Stat(path); err == nil {
			if info.IsDir() {
				return at, path
			}
			return at, linkedGitDir(at, path)
		}
		if filepath.Dir(at) == at {
			return root, ""
		}
	}
}

// ownGitDir returns the git folder of the work tree itself; gitDir is that of the repository.
func ownGitDir(top, gitDir string) string {
	data, err := small.Read(filepath.Join(top, ".git"), maxGitFile)
	if dir, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: "); ok && err == nil {
		return from(top, dir)
	}
	return gitDir
}

// linkedGitDir follows the .git file of a worktree or submodule to the folder that contains info/exclude.
func linkedGitDir(at, file string) string {
	data, err := small.Read(file, maxGitFile)
	if err != nil {
		return ""
	}
	dir, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
	if !ok {
		return ""
	}
	dir = from(at, dir)
	if common, err := small.Read(filepath.Join(dir, "commondir"), maxGitFile); err == nil {
		return from(dir, strings.TrimSpace(string(common)))
	}
	return dir
}

func isGitDir(dir string) bool {
	if dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "HEAD"))
	return err == nil
}

func from(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

func under(dir string, names ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, names...)...)
}
