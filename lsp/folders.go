package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"ptk-lsp/lsp/wire"
)

// openFolders returns the absolute paths of the folders that the editor has open, also of clients that send only a root.
func (w *workspaceSync) openFolders(p *protocol.InitializeParams) []string {
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		return w.folderPaths(folders)
	}
	if p.RootURI != nil && !p.RootURI.IsZero() {
		return w.folderPaths([]protocol.WorkspaceFolder{{URI: *p.RootURI}})
	}
	if root, ok := p.RootPath.Get(); ok && root != "" {
		return []string{root}
	}
	return nil
}

func (w *workspaceSync) folderPaths(folders []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, f := range folders {
		if !f.URI.IsFile() {
			w.peer.log.Warn("ignored a folder that is not on this machine's disk", "uri", string(f.URI))
			continue
		}
		paths = append(paths, f.URI.FsPath())
	}
	return paths
}

// didChangeWorkspaceFolders handles workspace/didChangeWorkspaceFolders.
func (w *workspaceSync) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	folders, _ := w.config.get()
	removed := w.folderPaths(p.Event.Removed)
	folders = slices.DeleteFunc(folders, func(f string) bool { return slices.Contains(removed, f) })
	for _, f := range w.folderPaths(p.Event.Added) {
		if !slices.Contains(folders, f) {
			folders = append(folders, f)
		}
	}
	w.config.setFolders(folders)
	w.background.start("changing the folders", w.applyFolders)
	return nil
}

func (w *workspaceSync) applyFolders(ctx context.Context) {
	w.config.applying.Lock()
	defer w.config.applying.Unlock()
	session, err := w.sessions.get(ctx)
	if err == nil && session.SetFolders != nil {
		folders, _ := w.config.get()
		err = session.SetFolders(folders)
	}
	if err != nil && ctx.Err() == nil {
		w.peer.showMessage(ctx, protocol.MessageTypeError, fmt.Sprintf("PTK could not apply the change of folders: %v", err))
	}
}

// toURI returns the URI of an absolute path. A URI is normalized, as documents are stored by it.
func toURI(path string) uri.URI {
	if u, err := uri.Parse(path); err == nil && wire.IsURI(path) {
		return u
	}
	return uri.File(path)
}

// toPath returns the absolute path of a file URI. The name of a document that is no file is its URI.
func toPath(u uri.URI) string {
	if u.IsFile() {
		return u.FsPath()
	}
	return string(u)
}
