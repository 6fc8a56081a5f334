package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"ptk-lsp/workspace/index"
)

// watch shows work in the background to the user, who may stop it; see lsp.Start.
type watch func(title string, stop func()) (report func(message string, done, total int), end func(message string))

// index gives what an [index.Set] tells of its work; nil where nothing is shown.
func (w watch) index() func(index.Task) (index.Progress, func(error)) {
	if w == nil {
		return nil
	}
	return func(t index.Task) (index.Progress, func(error)) {
		title, of := "PTK: indexing ", "files"
		if t.Embedding {
			title, of = "PTK: embedding ", "pieces"
		}
		report, end := w(title+filepath.Base(t.Root), t.Stop)
		return func(done, total int) { report(fmt.Sprintf("%d of %d %s", done, total, of), done, total) },
			func(err error) { end(ending(err)) }
	}
}

func ending(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, index.ErrStopped):
		return "stopped; what was read is kept"
	}
	return err.Error()
}
