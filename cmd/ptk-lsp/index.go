package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/trigram"
)

// indexCommand builds, shows or removes the indexes of a folder.
func indexCommand(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("index", "[-C DIR] [--json] [build|show|remove]")
	dir := fs.String("C", ".", "the `folder` that is indexed")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := cli.ParseFlags(fs, args); !ok {
		return code
	}
	root, err := filepath.Abs(*dir)
	if err != nil {
		return p.Fail(err)
	}
	var action indexAction
	switch verb := fs.Arg(0); verb {
	case "", "show":
		action = func(*index.Index, *trigram.Index) error { return nil }
	case "build":
		action = buildIndexes(ctx, p)
	case "remove":
		action = func(x *index.Index, t *trigram.Index) error { return errors.Join(x.Clear(), t.Remove()) }
	default:
		fmt.Fprintf(p.Stderr, "ptk-lsp index: there is no %q\n", verb)
		fs.Usage()
		return cli.ExitUsage
	}
	state, err := withIndexes(p, root, action)
	if err != nil {
		return p.Fail(err)
	}
	if *asJSON {
		return p.PrintJSON(state)
	}
	fmt.Fprintf(p.Stdout, "%s: %d files in %d pieces, %.1f MB in %s\n", root, state.Files, state.Pieces, float64(state.Bytes)/1e6, state.Place)
	fmt.Fprintf(p.Stdout, "for searches: %s\n", state.Search)
	return cli.ExitOK
}

// indexAction does something with the index for questions and the index for searches.
type indexAction func(*index.Index, *trigram.Index) error

func buildIndexes(ctx context.Context, p *cli.Process) indexAction {
	return func(x *index.Index, t *trigram.Index) error {
		return errors.Join(
			x.Refresh(ctx, index.Progress(indexProgress(p, "for questions"))),
			t.Refresh(ctx, trigram.Progress(indexProgress(p, "for searches"))),
			x.Embed(ctx, index.Progress(indexProgress(p, "pieces embedded"))),
		)
	}
}

// indexProgress returns a function that shows the progress to a person; nil if there is none.
func indexProgress(p *cli.Process, title string) func(done, total int) {
	if !p.IsAttended {
		return nil
	}
	return func(done, total int) {
		end := ""
		if done == total {
			end = "\n"
		}
		terminal.WriteRaw(p.Stderr, fmt.Sprintf("\r%s: %d of %d files%s", title, done, total, end))
	}
}

// indexState is the state of a folder's indexes.
type indexState struct {
	Folder  string               `json:"folder"`
	Place   string               `json:"place"`
	Files   int                  `json:"files"`
	Pieces  int                  `json:"pieces"`
	Bytes   int64                `json:"bytes"`
	Vectors string               `json:"vectors"`
	Locked  bool                 `json:"locked"`
	Search  indexes.TrigramState `json:"search"`
}

// withIndexes calls action with the indexes of a folder and returns their state afterwards.
func withIndexes(p *cli.Process, root string, action indexAction) (*indexState, error) {
	if info, err := os.Stat(root); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", root)
	}
	d := dirs.New(p.Env)
	options, place := indexes.SearchOptions(root, p.Env, nil), index.Place(d.Index(), root)
	e, err := backend.EmbeddingsOf(d, p.Env, root)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	x, err := index.Open(place, index.Options{Search: options, Embed: e.Embedder()})
	if err != nil {
		return nil, err
	}
	t := trigram.Open(d.Trigrams(root), options)
	err = action(x, t)
	st, ts := x.Status(), t.Status()
	t.Close()
	return &indexState{
		Folder: root, Place: place, Files: st.Files, Pieces: st.Chunks, Bytes: st.Bytes, Vectors: st.Embedder, Locked: st.Locked,
		Search: indexes.TrigramState{Place: d.Trigrams(root), Files: ts.Files, Bytes: ts.Bytes},
	}, errors.Join(err, x.Close())
}
