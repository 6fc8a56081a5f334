package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// cacheHome is where the program keeps what nobody misses when it is lost.
func (a *app) cacheHome() string {
	if dir := a.env("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk")
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "ptk")
}

// indexDir is where the indexes for questions lie.
func (a *app) indexDir() string { return filepath.Join(a.cacheHome(), "index") }

// trigramPlace is where the index for searches of a folder lies.
func (a *app) trigramPlace(root string) string {
	return index.Place(filepath.Join(a.cacheHome(), "trigrams"), root)
}

// searchOptions say what of a folder is indexed: what git does not ignore, and no secrets.
func (a *app) searchOptions(root string, m *search.Memory) search.Options {
	secrets := workspace.DefaultSecrets()
	return search.Options{
		Root: root, Global: search.GlobalIgnore(root, a.env), Memory: m,
		Skip: func(rel string, dir bool) bool { return !dir && secrets.Match(rel) },
	}
}

// looking says how folders are looked through between turns, with what the tools know of them.
func (a *app) looking(b *toolbox) func(root string) search.Options {
	return func(root string) search.Options {
		o := a.searchOptions(root, b.memory)
		o.Index = b.trigrams.Of(root)
		return o
	}
}

// mapper gives the map of the workspace, which the first message waits for until the time is over where it can be had soon.
func (s *stack) mapper(ctx context.Context, wait time.Duration) func(tokens int) string {
	x, until := s.box.index, time.Now().Add(wait)
	if wait == 0 || limits(s.settings).MapTokens < 0 || !x.Quick(ctx) {
		return x.Map
	}
	x.Start()
	return func(tokens int) string {
		waiting, cancel := context.WithDeadline(ctx, until)
		defer cancel()
		x.Mapped(waiting)
		return x.Map(tokens)
	}
}

// indexes makes the indexes for questions of the workspace's folders.
func (a *app) indexes(ws *workspace.Workspace, m *search.Memory, e *embeddings, o openOptions) *index.Set {
	options := func(root string) index.Options {
		return index.Options{Search: a.searchOptions(root, m.Lent()), Embed: e.embedder()}
	}
	x := index.NewSet(index.SetOptions{Cache: a.indexDir(), Options: options, Watch: o.watch.index(), Failed: a.failedIndex(o.warn)})
	x.SetFolders(folderPaths(ws))
	return x
}

// trigrams makes the indexes for searches.
func (a *app) trigrams(m *search.Memory) *trigram.Set {
	options := func(root string) search.Options { return a.searchOptions(root, m) }
	return trigram.NewSet(trigram.SetOptions{Place: a.trigramPlace, Options: options, Failed: a.indexFailed})
}

// failedIndex tells of what went wrong with an index for questions: the user, where that is a model's server, for the user can
// do something about it.
func (a *app) failedIndex(warn func(string)) func(root string, err error) {
	return func(root string, err error) {
		failed, asked := errors.AsType[*llm.Error](err)
		if !asked && !errors.Is(err, index.ErrTooLarge) {
			a.indexFailed(root, err)
			return
		}
		text := fmt.Sprintf("PTK: finding code in %s without a model's vectors: %v", filepath.Base(root), err)
		if asked && failed.Suggestion != "" {
			text += " " + failed.Suggestion
		}
		if warn == nil {
			fmt.Fprintln(a.stderr, text)
			return
		}
		warn(text)
	}
}

func (a *app) indexFailed(root string, err error) {
	fmt.Fprintf(a.stderr, "ptk-lsp: indexing %s: %v; ptk-lsp index remove begins anew\n", root, err)
}

func folderPaths(ws *workspace.Workspace) []string {
	var roots []string
	for _, f := range ws.Folders() {
		roots = append(roots, f.Path)
	}
	return roots
}

// following tells the indexes what calls change.
func following(x *index.Set) tools.Middleware {
	return func(next tools.Runner) tools.Runner {
		return func(ctx context.Context, r tools.Running) (*tools.Result, error) {
			res, err := next(ctx, r)
			switch {
			case r.Spec.Kind == tools.KindExecute:
				x.Refresh() // a command may change anything
			case res != nil && len(res.Changes) > 0:
				var paths []string
				for _, c := range res.Changes {
					paths = append(paths, c.Path)
				}
				x.Changed(paths)
			}
			return res, err
		}
	}
}

// index builds, shows or removes the indexes of a folder.
func (a *app) index(ctx context.Context, args []string) int {
	fs := a.flags("index", "[-C DIR] [--json] [build|show|remove]")
	dir := fs.String("C", ".", "the `folder` that is indexed")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	root, err := filepath.Abs(*dir)
	if err != nil {
		return a.fail(err)
	}
	var do func(*index.Index, *trigram.Index) error
	switch verb := fs.Arg(0); verb {
	case "", "show":
		do = func(*index.Index, *trigram.Index) error { return nil }
	case "build":
		do = func(x *index.Index, t *trigram.Index) error {
			return errors.Join(x.Refresh(ctx, index.Progress(a.indexProgress("for questions"))), t.Refresh(ctx, trigram.Progress(a.indexProgress("for searches"))),
				x.Embed(ctx, index.Progress(a.indexProgress("pieces embedded"))))
		}
	case "remove":
		do = func(x *index.Index, t *trigram.Index) error { return errors.Join(x.Clear(), t.Remove()) }
	default:
		fmt.Fprintf(a.stderr, "ptk-lsp index: there is no %q\n", verb)
		fs.Usage()
		return exitUsage
	}
	return a.withIndex(root, *asJSON, do)
}

// indexState is what the indexes of a folder hold.
type indexState struct {
	Folder  string       `json:"folder"`
	Place   string       `json:"place"`
	Files   int          `json:"files"`
	Pieces  int          `json:"pieces"`
	Bytes   int64        `json:"bytes"`
	Vectors string       `json:"vectors"`
	Locked  bool         `json:"locked"`
	Search  trigramState `json:"search"`
}

type trigramState struct {
	Place string `json:"place"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

// withIndex does something with the indexes of a folder and tells what they then hold.
func (a *app) withIndex(root string, asJSON bool, do func(*index.Index, *trigram.Index) error) int {
	if info, err := os.Stat(root); err != nil {
		return a.fail(err)
	} else if !info.IsDir() {
		return a.fail(fmt.Errorf("%s is no folder", root))
	}
	o := a.searchOptions(root, nil)
	place, trigrams := index.Place(a.indexDir(), root), a.trigramPlace(root)
	e, err := a.embeddingsOf(root)
	if err != nil {
		return a.fail(err)
	}
	defer e.close()
	x, err := index.Open(place, index.Options{Search: o, Embed: e.embedder()})
	if err != nil {
		return a.fail(err)
	}
	t := trigram.Open(trigrams, o)
	err = do(x, t)
	st, ts := x.Status(), t.Status()
	t.Close()
	if err := errors.Join(err, x.Close()); err != nil {
		return a.fail(err)
	}
	state := indexState{root, place, st.Files, st.Chunks, st.Bytes, st.Embedder, st.Locked, trigramState{trigrams, ts.Files, ts.Bytes}}
	if asJSON {
		return a.printJSON(state)
	}
	fmt.Fprintf(a.stdout, "%s: %d files in %d pieces, %.1f MB in %s\n", root, st.Files, st.Chunks, float64(st.Bytes)/1e6, place)
	fmt.Fprintf(a.stdout, "for searches: %s\n", state.Search)
	return exitOK
}

// String tells it to people.
func (t trigramState) String() string {
	if t.Bytes == 0 {
		return fmt.Sprintf("no index yet; one is built after the first search of %d files or more", trigram.Worthwhile)
	}
	return fmt.Sprintf("%d files, %.1f MB in %s", t.Files, float64(t.Bytes)/1e6, t.Place)
}

// indexProgress tells a person how far the building is.
func (a *app) indexProgress(what string) func(done, total int) {
	if !a.seen {
		return nil
	}
	return func(done, total int) {
		end := ""
		if done == total {
			end = "\n"
		}
		own(a.stderr, fmt.Sprintf("\r%s: %d of %d files%s", what, done, total, end))
	}
}
