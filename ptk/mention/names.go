package mention

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// maxNames is the number of names of a folder or a pattern that are attached at most.
const maxNames = 200

// wildcards finds words that are patterns of file names, such as src/**/*.{ts,tsx}. Words of code, such as f(*args), are none.
var wildcards = regexp.MustCompile(`^[^\s()"'` + "`" + `$|;&<>\\=]*[*?[{][^\s()"'` + "`" + `$|;&<>\\=]*$`)

var errOutside = errors.New("it is outside the folders of the workspace")

// listTimeout limits how long files are listed.
const listTimeout = 5 * time.Second

// A pattern is matched with every file, so its length and the number of its wildcards are limited.
const (
	maxPattern   = 200 // bytes
	maxWildcards = 12
)

func isPattern(word string) bool { return wildcards.MatchString(word) }

// namer lists the names of files.
type namer struct {
	ws      *workspace.Workspace
	options func(root string) search.Options
}

// listing has the names of files, as they are displayed.
type listing struct {
	names    []string
	secrets  int      // left out
	warnings []string // without the word that they are about
}

func (l *listing) warn(format string, args ...any) {
	l.warnings = append(l.warnings, fmt.Sprintf(format, args...))
}

// inFolder lists the files below a folder that git does not ignore.
func (n namer) inFolder(ctx context.Context, f workspace.File) (*listing, error) {
	o := n.options(f.Folder.Path)
	if f.Rel != "." {
		o.Dir = f.Rel
	}
	l := &listing{}
	if err := n.list(ctx, l, f.Folder, o, nil); err != nil {
		return nil, err
	}
	if len(l.names) == 0 {
		return nil, errors.New("it has no files, or git ignores them")
	}
	if count := len(l.names); count > maxNames {
		l.names = grouped(l.names, n.ws.Display(f.Path))
		l.warn("it has %d files: each folder in it is attached as its number of files", count)
	}
	return l.cut(), nil
}

// matching lists the files that a pattern selects.
func (n namer) matching(ctx context.Context, pattern string) (*listing, error) {
	if strings.HasPrefix(pattern, "/") || slices.Contains(strings.Split(pattern, "/"), "..") || strings.HasPrefix(pattern, "~") {
		return nil, errOutside
	}
	if len(pattern) > maxPattern || strings.Count(pattern, "*")+strings.Count(pattern, "{") > maxWildcards {
		return nil, errors.New("the pattern is too long")
	}
	l, folders := &listing{}, n.ws.Folders()
	for _, f := range folders {
		o := n.options(f.Path)
		err := n.list(ctx, l, f, o, []string{pattern})
		if inFolder, ok := strings.CutPrefix(pattern, f.Name+"/"); ok && len(folders) > 1 && err == nil {
			err = n.list(ctx, l, f, o, []string{top(inFolder)})
		}
		if err != nil {
			return nil, err
		}
	}
	if len(l.names) == 0 {
		return nil, errors.New("no file has such a name, or git ignores it")
	}
	return l.cut(), nil
}

// top returns a pattern that matches only from the top of a folder on; without a slash it would match in each folder.
func top(pattern string) string {
	if strings.Contains(pattern, "/") {
		return pattern
	}
	return pattern + "{,/}"
}

// list adds the names of files in a folder of the workspace.
func (n namer) list(ctx context.Context, l *listing, f workspace.Folder, o search.Options, include []string) error {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	hides := o.Skip
	o.Skip = nil // to count what is hidden
	found, err := search.List(ctx, o, include, nil)
	if err != nil {
		return err
	}
	prefix := ""
	if len(n.ws.Folders()) > 1 {
		prefix = f.Name + "/"
	}
	for _, rel := range found {
		if hides != nil && hides(rel, false) {
			l.secrets++
			continue
		}
		l.names = append(l.names, prefix+rel)
	}
	return nil
}

// cut leaves out names that are too many, and notes what was left out.
func (l *listing) cut() *listing {
	if n := len(l.names) - maxNames; n > 0 {
		l.warn("%d of %d names were left out", n, len(l.names))
		l.names = l.names[:maxNames]
	}
	if l.secrets > 0 {
		l.warn("files that may hold secrets were left out (%d)", l.secrets)
	}
	return l
}

// grouped replaces files in folders below a folder, whose displayed path is dir, by the folders with the number of their files.
// The names are sorted.
func grouped(names []string, dir string) (groups []string) {
	if dir += "/"; dir == "./" {
		dir = ""
	}
	counts := map[string]int{}
	for _, name := range names {
		group := name
		if inner, _, isBelow := strings.Cut(strings.TrimPrefix(name, dir), "/"); isBelow {
			group = dir + inner + "/"
		}
		if counts[group]++; counts[group] == 1 {
			groups = append(groups, group)
		}
	}
	for i, group := range groups {
		if strings.HasSuffix(group, "/") {
			groups[i] += fmt.Sprintf(" (%d)", counts[group])
		}
	}
	return groups
}
