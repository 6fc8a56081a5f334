package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// ErrNotFound is wrapped by the error about a program that is in no trusted folder of the PATH.
var ErrNotFound = errors.New("is not on the PATH")

// Find returns the path of a program as the PATH of env has it. Folders of the PATH that are relative or lie inside one of
// avoid, also by links, are skipped: the author of the workspace could have put the program there. A name with a separator is
// returned as it is.
func Find(name string, env, avoid []string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		return name, nil
	}
	for _, dir := range trusted(filepath.SplitList(path(env)), avoid) {
		// A name with a separator is not searched in the PATH.
		found, err := exec.LookPath(filepath.Join(dir, name))
		if err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%s %w", name, ErrNotFound)
}

// SafePath returns env with a PATH without the folders that [Find] skips.
func SafePath(env, avoid []string) []string {
	dirs := trusted(filepath.SplitList(path(env)), avoid)
	out := slices.DeleteFunc(slices.Clone(env), isPath)
	return append(out, "PATH="+strings.Join(dirs, string(filepath.ListSeparator)))
}

// path returns the last PATH of env, which is the one that counts.
func path(env []string) (value string) {
	for _, e := range env {
		if isPath(e) {
			_, value, _ = strings.Cut(e, "=")
		}
	}
	return value
}

func isPath(e string) bool {
	return nameOf(e) == "PATH" || runtime.GOOS == "windows" && strings.EqualFold(nameOf(e), "PATH")
}

// nameOf returns the name of a variable of an environment.
func nameOf(e string) string {
	name, _, _ := strings.Cut(e, "=")
	return name
}

// trusted returns the folders that [Find] searches.
func trusted(dirs, avoid []string) []string {
	var all []string
	for _, a := range avoid {
		if !holdsHome(a) {
			all = append(all, real(a), filepath.Clean(a))
		}
	}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		return !filepath.IsAbs(dir) || slices.ContainsFunc(all, func(a string) bool { return holds(a, dir) || holds(a, real(dir)) })
	})
}

// holdsHome reports whether a folder holds the user's home, and so the user's own programs.
func holdsHome(dir string) bool {
	home, err := os.UserHomeDir()
	return err == nil && (holds(dir, home) || holds(real(dir), real(home)))
}

// holds reports whether a path is a folder or below it.
func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// real returns the path with links resolved; the path itself if that fails.
func real(path string) string {
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	return path
}
