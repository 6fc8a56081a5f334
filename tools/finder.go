package tools

import (
	"errors"
	"path/filepath"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// place is a folder to search, and how paths in it are shown.
type place struct {
	options search.Options
	prefix  string // prefix of paths from the root: the folder's name if there are several folders
}

// places returns what to search for a directory argument: all folders if it is "" or ".".
func (l finder) places(c *Call, dir string) ([]place, error) {
	folders := c.Workspace.Folders()
	if len(folders) == 0 {
		return nil, &Error{
			Type: UserError, Message: "No folder is open, so there are no files to look through.",
			Suggestion: "Documents that the user has open can be read with read_file.",
		}
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

// finder is shared by the tools that search files.
type finder struct {
	secrets  workspace.Secrets
	getenv   func(string) string
	memory   *search.Memory
	trigrams *trigram.Set
}

func (l finder) options(root, dir string) search.Options {
	o := search.Options{Root: root, Dir: dir, Global: search.GlobalIgnore(root, l.getenv), Memory: l.memory}
	if l.trigrams != nil {
		o.Index = l.trigrams.Of(root)
	}
	return o
}

// hidden reports whether a file is left out because it may hold secrets.
func (l finder) hidden(rel string, dir bool) bool { return !dir && l.secrets.Match(rel) }

// within returns the editor's texts of files below a folder, by their path from it. If loose is set it includes documents
// that are no files, by URI.
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

// queryError returns the error for the model if a pattern or query is invalid.
func queryError(err error, suggestion string) error {
	if errors.Is(err, search.ErrQuery) || errors.Is(err, search.ErrPattern) {
		return &Error{Type: ValidationError, Code: CodeInvalidCall, Message: err.Error(), Suggestion: suggestion, Cause: err}
	}
	return err
}
