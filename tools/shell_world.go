package tools

import (
	"context"
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

// maxBelow is how many files below a folder are checked for secrets; if there are more, the user is asked.
const maxBelow = 50_000

// world is the [shell.World] of this machine and workspace.
type world struct {
	ws      *workspace.Workspace
	secrets workspace.Secrets
	temp    string
	roots   []string               // the folders of the workspace, with links resolved
	ctx     context.Context        //nolint:containedctx // of one judgement; shell.World is asked without one
	links   map[string]shell.Reach // the paths whose other names were looked up
}

// newWorld returns the world for judging a command in the folder.
func newWorld(ctx context.Context, s *Shell, ws *workspace.Workspace, dir string) shell.World {
	w := &world{ctx: ctx, links: map[string]shell.Reach{}, ws: ws, secrets: s.secrets(), temp: s.Temp}
	base := dir
	for _, f := range ws.Folders() {
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

// program returns the full path of a program in a system folder outside the workspace.
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

// inside reports whether a path without links is in a folder of the workspace.
func (w *world) inside(real string) bool {
	return slices.ContainsFunc(w.roots, func(r string) bool { return below(real, r) })
}

// physical returns where a path leads: links are resolved before a ".." behind them. The part of a path that doesn't exist
// yet is taken as it is.
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
		return "", false // a broken link
	}
	last := trimmed[i+1:]
	parent, ok := physical(trimmed[:i] + "/")
	if !ok || last == ".." {
		return filepath.Dir(parent), ok
	}
	return filepath.Join(parent, last), true
}

// reach returns where an absolute path leads.
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
	if err != nil || !w.inside(real) || !w.ordinary(real) {
		return shell.Outside
	}
	if r := w.linked(real); r != shell.Inside {
		return r
	}
	if Protected(f.Rel) || w.protected(path) {
		return shell.Protected
	}
	return shell.Inside
}

// protected reports whether a path is that of a file that steers other programs by its own name, whatever it leads to.
func (w *world) protected(path string) bool {
	f, err := w.ws.Resolve(filepath.Clean(path))
	return err == nil && Protected(f.Rel)
}

// linked returns where a file leads by its other names, its hard links. Files with one name cost nothing.
func (w *world) linked(real string) shell.Reach {
	if r, ok := w.links[real]; ok {
		return r
	}
	name, err := w.ws.OtherName(w.ctx, real, func(rel string) bool { return w.secrets.Match(rel) || Protected(rel) })
	r := shell.Inside
	switch {
	case err != nil || name != "" && w.secrets.Match(name):
		r = shell.Secret
	case name != "":
		r = shell.Protected
	}
	w.links[real] = r
	return r
}

// ordinary reports whether a path is a file or folder, or doesn't exist; not a device, pipe or socket.
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
	var names, held []string
	n := 0
	err := filepath.WalkDir(real, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if d != nil && d.IsDir() {
				return fs.SkipDir // what can't be read here can't be read by the command
			}
			return nil
		}
		if n++; n > maxBelow {
			return fs.ErrInvalid
		}
		if d.IsDir() && d.Name() == ".git" { // left out as a whole, since other files are named "config" too
			if wanted("config") && !slices.Contains(names, ".git/") {
				names = append(names, ".git/")
			}
			return fs.SkipDir
		}
		if d.IsDir() || !w.secrets.Match(filepath.ToSlash(path)) {
			return nil
		}
		held = append(held, path)
		if wanted(d.Name()) && !slices.Contains(names, d.Name()) {
			names = append(names, d.Name())
		}
		return nil
	})
	return names, err == nil && len(names) <= 60 && w.noOtherNames(held)
}

// noOtherNames reports whether none of these files, which may hold secrets, has a second name that doesn't show it.
func (w *world) noOtherNames(files []string) bool {
	found, err := w.ws.OtherNames(w.ctx, files, func(rel string) bool { return !w.secrets.Match(rel) })
	for _, name := range found {
		if name != "" {
			return false
		}
	}
	return err == nil
}

// git returns what is known of the repository that a folder is in.
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
