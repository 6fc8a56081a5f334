package workspace

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// File is a place inside the workspace; the file need not exist.
type File struct {
	Folder Folder
	Rel    string // inside the folder, slash-separated; "." for the folder itself
	Path   string // absolute

	root *root
}

// Resolve returns the place of a path, which is absolute inside one of the folders, or relative to them. If there are several
// folders, a relative path that begins with a folder's name is resolved there; any other is looked up in each, and belongs to the
// first folder if it exists in none.
func (d *folders) Resolve(path string) (File, error) {
	if IsVirtual(path) {
		return File{}, fmt.Errorf("%s %w", path, ErrVirtual)
	}
	path = fromFileURI(path)
	roots := d.snapshot()
	if len(roots) == 0 {
		return File{}, fmt.Errorf("%s: no folder is open: %w", path, ErrOutside)
	}
	if strings.ContainsRune(path, 0) {
		return File{}, fmt.Errorf("%q: a path can't hold a NUL: %w", path, ErrOutside)
	}
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return absolute(roots, path)
	}
	path = filepath.Clean(path)
	if !filepath.IsLocal(path) {
		return File{}, fmt.Errorf("%s: %w", path, ErrOutside)
	}
	return relative(roots, path), nil
}

func absolute(roots []*root, path string) (File, error) {
	for _, r := range roots {
		for _, base := range []string{r.folder.Path, r.real} {
			rel, err := filepath.Rel(base, path)
			if err == nil && filepath.IsLocal(rel) {
				return r.file(rel), nil
			}
		}
	}
	return File{}, fmt.Errorf("%s: %w", path, ErrOutside)
}

func relative(roots []*root, path string) File {
	if len(roots) > 1 {
		first, rest, _ := strings.Cut(path, string(filepath.Separator))
		for _, r := range roots {
			if r.folder.Name == first {
				return r.file(filepath.Clean(rest))
			}
		}
	}
	for _, r := range roots {
		if _, err := r.Lstat(path); err == nil {
			return r.file(path)
		}
	}
	return roots[0].file(path)
}

func (r *root) file(rel string) File {
	return File{Folder: r.folder, Rel: filepath.ToSlash(rel), Path: filepath.Join(r.folder.Path, rel), root: r}
}

// Display returns the path as it is shown and accepted by [Workspace.Resolve]: relative to its folder, after the folder's name if
// there are several; a path outside the workspace is returned as it is.
func (d *folders) Display(path string) string {
	roots := d.snapshot()
	f, err := absolute(roots, path)
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	if len(roots) == 1 {
		return f.Rel
	}
	if f.Rel == "." {
		return f.Folder.Name
	}
	return f.Folder.Name + "/" + f.Rel
}

// name returns the file's path for its os.Root.
func (f File) name() string { return filepath.FromSlash(f.Rel) }

// maxLinks is the maximum number of symbolic links in one path.
const maxLinks = 40

// follow returns the place of f after its symbolic links, which may lead to any folder of the workspace. The result is opened
// through os.Root, so a link that is put there later leads nowhere.
func (d *folders) follow(f File) (File, error) {
	for range maxLinks {
		next, linked, err := d.step(f)
		if err != nil {
			return File{}, err
		}
		if !linked {
			return f, nil
		}
		f = next
	}
	return File{}, fmt.Errorf("%s: too many symbolic links: %w", f.Path, ErrOutside)
}

// step replaces the first symbolic link in the path of f.
func (d *folders) step(f File) (next File, linked bool, err error) {
	parts := strings.Split(f.Rel, "/")
	for i := range parts {
		at := filepath.Join(parts[:i+1]...)
		info, err := f.root.Lstat(at)
		if err != nil {
			return f, false, plain(ignoreMissing(err))
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		target, err := f.root.Readlink(at)
		if err != nil {
			return f, false, plain(err)
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(f.root.real, filepath.Dir(at), target)
		}
		next, err := absolute(d.snapshot(), filepath.Join(append([]string{target}, parts[i+1:]...)...))
		if err != nil {
			return f, false, fmt.Errorf("%s is a link that leads to %s: %w", f.Path, target, ErrOutside)
		}
		return next, true, nil
	}
	return f, false, nil
}

// Locate returns the name by which the editor knows a document: the absolute path of a file of the workspace, or the URI of a
// document that only the editor has.
func (d *folders) Locate(path string) (string, error) {
	if IsVirtual(path) {
		return path, nil
	}
	f, err := d.Resolve(path)
	return f.Path, err
}

// place returns the place of a path after following the links of its folders, but not the last element.
func (d *folders) place(path string) (File, error) {
	f, err := d.Resolve(path)
	if err != nil {
		return File{}, err
	}
	parent, err := d.follow(f.root.file(filepath.Dir(f.name())))
	if err != nil {
		return File{}, err
	}
	return parent.root.file(filepath.Join(parent.name(), filepath.Base(f.name()))), nil
}

// Real returns the absolute path that a path leads to after its links; the error wraps [ErrOutside] if they lead out. The URI of a
// document that is not a file is returned as it is.
func (d *folders) Real(path string) (string, error) {
	if IsVirtual(path) {
		return path, nil
	}
	f, err := d.Resolve(path)
	if err == nil {
		f, err = d.follow(f)
	}
	return f.Path, err
}
