package tools

import (
	"errors"
	"path/filepath"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// place is a folder in which to look, and how what is found there is shown.
type place struct {
	options search.Options
	prefix  string // before a path from the root: the folder's name where there are several
}

// places gives where to look for a directory argument: all folders where it is "" or ".".
func (l look) places(c *Call, dir string) ([]place, error) {
	folders := c.Workspace.Folders()
	if len(folders) == 0 {
		return nil, &Error{Type: UserError, Message: "No folder is open, so there are no files to look through.", Suggestion: "Documents that the user has open can be read with read_file."}
	}
	prefix := func(f workspace.Folder) string {
		if len(folders) > 1 {
			return f.Name + "/"
		}
		return ""
	}
	if dir == "" || dir == "." {
		var out []place
		for _, f := range folders {
			out = append(out, place{l.options(f.Path, ""), prefix(f)})
		}
		return out, nil
	}
	f, err := c.Workspace.Resolve(dir)
	if err != nil {
		return nil, err
	}
	info, err := c.Workspace.Stat(f.Path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &Error{Type: UserError, Message: dir + " is no folder.", Suggestion: "Use read_file to read it."}
	}
	below := f.Rel
	if below == "." {
		below = ""
	}
	return []place{{l.options(f.Folder.Path, below), prefix(f.Folder)}}, nil
}

// look is what the tools that look through files have in common.
type look struct {
	secrets  workspace.Secrets
	getenv   func(string) string
	memory   *search.Memory
	trigrams *trigram.Set
}

func (l look) options(root, dir string) search.Options {
	o := search.Options{Root: root, Dir: dir, Global: search.GlobalIgnore(root, l.getenv), Memory: l.memory}
	if l.trigrams != nil {
		o.Index = l.trigrams.Of(root)
	}
	return o
}

// hidden keeps secrets out of what is searched.
func (l look) hidden(rel string, dir bool) bool { return !dir && l.secrets.Match(rel) }

// within gives those of the editor's texts that are of files below a folder, by path from it; with loose those of documents
// that are no files, too, by URI.
func within(root string, held map[string]string, loose bool) map[string]string {
	texts := map[string]string{}
	for path, text := range held {
		if loose && workspace.IsVirtual(path) {
			texts[path] = text
		} else if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
			texts[filepath.ToSlash(rel)] = text
		}
	}
	return texts
}

// badQuery tells the model of a pattern or query that can't be read.
func badQuery(err error, suggestion string) error {
	if errors.Is(err, search.ErrQuery) || errors.Is(err, search.ErrPattern) {
		return &Error{Type: ValidationError, Code: CodeInvalidCall, Message: err.Error(), Suggestion: suggestion, Cause: err}
	}
	return err
}
