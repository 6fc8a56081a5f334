package indexes

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"ptk-lsp/llm"
	"ptk-lsp/workspace/index"
)

// Progress shows a background job to the user, who may stop it; see lsp.Start.
type Progress func(title string, stop func()) (report func(message string, done, total int), end func(message string))

// watcher returns the function by which an [index.Set] reports its jobs, or nil if p is nil.
func (p Progress) watcher() func(index.Task) (index.Progress, func(error)) {
	if p == nil {
		return nil
	}
	return func(t index.Task) (index.Progress, func(error)) {
		title, unit := "PTK: indexing ", "files"
		if t.Embedding {
			title, unit = "PTK: embedding ", "pieces"
		}
		report, end := p(title+filepath.Base(t.Root), t.Stop)
		return func(done, total int) { report(fmt.Sprintf("%d of %d %s", done, total, unit), done, total) },
			func(err error) { end(outcome(err)) }
	}
}

func outcome(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, index.ErrStopped):
		return "stopped; what was read is kept"
	}
	return err.Error()
}

// failures reports errors of the indexes.
type failures struct {
	stderr io.Writer
	warn   func(string) // shows a warning to the user; nil to use stderr
}

// questions reports an error of an index for questions. Errors of an embeddings model go to the user, who can fix them.
func (f failures) questions(root string, err error) {
	modelErr, isModel := errors.AsType[*llm.Error](err)
	if !isModel && !errors.Is(err, index.ErrTooLarge) {
		f.any(root, err)
		return
	}
	text := fmt.Sprintf("PTK: finding code in %s without a model's vectors: %v", filepath.Base(root), err)
	if isModel && modelErr.Suggestion != "" {
		text += " " + modelErr.Suggestion
	}
	if f.warn == nil {
		fmt.Fprintln(f.stderr, text)
		return
	}
	f.warn(text)
}

func (f failures) any(root string, err error) {
	fmt.Fprintf(f.stderr, "ptk-lsp: indexing %s: %v; to rebuild the index run ptk-lsp index remove\n", root, err)
}
