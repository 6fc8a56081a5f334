package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/search"
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

// indexDir is where the indexes lie.
func (a *app) indexDir() string { return filepath.Join(a.cacheHome(), "index") }

// indexOptions say what of a folder is indexed: what git does not ignore, and no secrets.
func (a *app) indexOptions(root string) index.Options {
	secrets := workspace.DefaultSecrets()
	return index.Options{Search: search.Options{
		Root: root, Global: search.GlobalIgnore(root, a.env),
		Skip: func(rel string, dir bool) bool { return !dir && secrets.Match(rel) },
	}}
}

// indexes makes the indexes of the workspace's folders.
func (a *app) indexes(ws *workspace.Workspace) *index.Set {
	x := index.NewSet(index.SetOptions{Cache: a.indexDir(), Options: a.indexOptions, Failed: func(root string, err error) {
		fmt.Fprintf(a.stderr, "ptk-lsp: indexing %s: %v; ptk-lsp index remove begins anew\n", root, err)
	}})
	x.SetFolders(folderPaths(ws))
	return x
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

// index builds, shows or removes the index of a folder.
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
	switch verb := fs.Arg(0); verb {
	case "", "show":
		return a.withIndex(root, *asJSON, func(*index.Index) error { return nil })
	case "build":
		return a.withIndex(root, *asJSON, func(x *index.Index) error { return x.Refresh(ctx, a.indexProgress()) })
	case "remove":
		return a.withIndex(root, *asJSON, (*index.Index).Clear)
	default:
		fmt.Fprintf(a.stderr, "ptk-lsp index: there is no %q\n", verb)
		fs.Usage()
		return exitUsage
	}
}

// withIndex does something with the index of a folder and tells what it then holds.
func (a *app) withIndex(root string, asJSON bool, do func(*index.Index) error) int {
	if info, err := os.Stat(root); err != nil {
		return a.fail(err)
	} else if !info.IsDir() {
		return a.fail(fmt.Errorf("%s is no folder", root))
	}
	place := index.Place(a.indexDir(), root)
	x, err := index.Open(place, a.indexOptions(root))
	if err != nil {
		return a.fail(err)
	}
	err = do(x)
	st := x.Status()
	if err := errors.Join(err, x.Close()); err != nil {
		return a.fail(err)
	}
	if asJSON {
		return a.printJSON(map[string]any{"folder": root, "place": place, "files": st.Files, "pieces": st.Chunks, "bytes": st.Bytes, "vectors": st.Embedder, "locked": st.Locked})
	}
	fmt.Fprintf(a.stdout, "%s: %d files in %d pieces, %.1f MB in %s\n", root, st.Files, st.Chunks, float64(st.Bytes)/1e6, place)
	return exitOK
}

// indexProgress tells a person how far the building is.
func (a *app) indexProgress() index.Progress {
	if !a.seen {
		return nil
	}
	return func(done, total int) {
		end := ""
		if done == total {
			end = "\n"
		}
		fmt.Fprintf(a.stderr, "\r%d of %d files%s", done, total, end)
	}
}
