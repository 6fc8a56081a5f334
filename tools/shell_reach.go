package tools

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/tools/sandbox"
	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/gitrepo"
)

// maxBelow is how many files below a folder are looked at for secrets; a folder with more is asked for.
const maxBelow = 50_000

// world is what the judgement of commands knows of this machine and workspace.
type world struct {
	ws      *workspace.Workspace
	secrets workspace.Secrets
	temp    string
	roots   []string // the folders of the workspace, without links
}

// world returns what a command in the folder is judged by.
func (s *Shell) world(c *Call, dir string) shell.World {
	w := &world{ws: c.Workspace, secrets: s.Secrets, temp: s.Temp}
	if w.secrets == nil {
		w.secrets = workspace.DefaultSecrets()
	}
	base := dir
	for _, f := range c.Workspace.Folders() {
		if real, err := filepath.EvalSymlinks(f.Path); err == nil {
			w.roots = append(w.roots, real)
		}
		if below(dir, f.Path) {
			base = f.Path
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return shell.World{
		Dir: dir, Base: base, Home: home, Path: sandbox.SystemPath,
		Reach: w.reach, List: w.list, IsDir: isDir, Program: w.program, Secrets: w.secretsBelow, Git: w.git,
		Exists: func(p string) bool { _, err := os.Lstat(p); return err == nil },
	}
}

func below(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// program returns the full path of a program in one of the system's folders that is not in the workspace.
func (w *world) program(name string) string {
	if name == "" || strings.Contains(name, "/") {
		return ""
	}
	for dir := range strings.SplitSeq(sandbox.SystemPath, ":") {
		path := filepath.Join(dir, name)
		real, err := filepath.EvalSymlinks(path)
		if err != nil || w.inside(real) || w.inside(path) {
			continue
		}
		if info, err := os.Stat(real); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && info.Mode()&0o002 == 0 {
			return path
		}
	}
	return ""
}

// inside reports whether a path without links lies in a folder of the workspace.
func (w *world) inside(real string) bool {
	return slices.ContainsFunc(w.roots, func(r string) bool { return below(real, r) })
}

// physical returns where a path leads: links are followed before a ".." behind them counts. What is not there yet is taken
// as it is written below the last folder that is.
func physical(path string) (string, bool) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, true
	}
	trimmed := strings.TrimRight(path, "/")
	i := strings.LastIndexByte(trimmed, '/')
	if i < 0 || trimmed == "" {
		return "/", trimmed == ""
	}
	if info, err := os.Lstat(trimmed); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", false // a link that leads nowhere, yet
	}
	last := trimmed[i+1:]
	parent, ok := physical(trimmed[:i] + "/")
	if !ok || last == ".." {
		return filepath.Dir(parent), ok
	}
	return filepath.Join(parent, last), true
}

// reach tells where one absolute path leads.
func (w *world) reach(path string) shell.Reach {
	if w.secrets.Match(filepath.ToSlash(filepath.Clean(path))) {
		return shell.Secret
	}
	real, ok := physical(path)
	if !ok || strings.ContainsRune(path, 0) {
		return shell.Outside
	}
	if w.secrets.Match(filepath.ToSlash(real)) {
		return shell.Secret
	}
	if w.temp != "" && below(real, w.temp) && w.ordinary(real) {
		return shell.Inside
	}
	f, err := w.ws.Resolve(real)
	switch {
	case err != nil || !w.inside(real) || !w.ordinary(real):
		return shell.Outside
	case Protected(f.Rel):
		return shell.Protected
	}
	return shell.Inside
}

// ordinary reports whether a path is a file or a folder, or nothing yet: no device, pipe or socket.
func (w *world) ordinary(real string) bool {
	info, err := os.Lstat(real)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// list returns the names in a folder.
func (w *world) list(dir string) ([]string, bool) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	return names, err == nil
}

// secretsBelow returns the names of the files below a folder that may hold secrets.
func (w *world) secretsBelow(dir string, wanted func(string) bool) ([]string, bool) {
	real, ok := physical(dir)
	if !ok || !w.inside(real) {
		return nil, false
	}
	var names []string
	n := 0
	err := filepath.WalkDir(real, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if d != nil && d.IsDir() {
				return fs.SkipDir // what can't be read here can't be read there
			}
			return nil
		}
		if n++; n > maxBelow {
			return fs.ErrInvalid
		}
		if d.IsDir() && d.Name() == ".git" { // left out as a whole, for "config" is the name of other files too
			if wanted("config") && !slices.Contains(names, ".git/") {
				names = append(names, ".git/")
			}
			return fs.SkipDir
		}
		if !d.IsDir() && wanted(d.Name()) && w.secrets.Match(filepath.ToSlash(path)) && !slices.Contains(names, d.Name()) {
			names = append(names, d.Name())
		}
		return nil
	})
	return names, err == nil && len(names) <= 60
}

// git looks at the repository that a folder is in.
func (w *world) git(dir string) shell.Repository {
	real, ok := physical(dir)
	if !ok {
		return shell.Repository{Unsafe: "can't be looked at"}
	}
	repo, err := gitrepo.Find(real)
	switch {
	case err != nil:
		return shell.Repository{Unsafe: err.Error()}
	case !w.inside(repo.Root):
		return shell.Repository{Unsafe: "lies outside the workspace"}
	}
	return shell.Repository{Secrets: func() bool {
		tracked, err := repo.Tracked()
		return err != nil || slices.ContainsFunc(tracked, w.secrets.Match)
	}}
}
