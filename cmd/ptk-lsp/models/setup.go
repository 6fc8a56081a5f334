package models

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"ptk-lsp/llm/driver"
	"ptk-lsp/ptk/chat"
)

// Providers describes the servers of models: which have a key, and which of the local ones run. Nothing is sent to services that
// need a key.
func (c *Catalogue) Providers(ctx context.Context) []chat.ProviderInfo {
	_, known := c.state()
	var all []*entry
	for _, e := range known {
		if e.Kind.Medium == driver.Server {
			all = append(all, e)
		}
	}
	infos := make([]chat.ProviderInfo, len(all))
	var wg sync.WaitGroup
	for i, e := range all {
		wg.Go(func() { infos[i] = e.setup(ctx, c.env) })
	}
	wg.Wait()
	return infos
}

// setup describes the provider to a user who sets it up.
func (e *entry) setup(ctx context.Context, env func(string) string) chat.ProviderInfo {
	info := chat.ProviderInfo{
		Name: e.Name, Title: cmp.Or(e.Setup.Title, e.Name), Kind: e.Kind.Name, BaseURL: shownURL(e.baseURL), Local: e.Local,
		Custom: e.Setup.Title == "", KeyPage: e.Setup.KeyPage, State: chat.ProviderReady,
	}
	if len(e.KeyVariables) > 0 {
		info.KeyVariable = e.KeyVariables[0]
	}
	switch {
	case e.Local:
		e.setupLocal(ctx, env, &info)
	case e.key == "":
		info.State = chat.ProviderNoKey
	}
	return info
}

// setupLocal looks for a server that needs no key, and tells how to get it to run.
func (e *entry) setupLocal(ctx context.Context, env func(string) string, info *chat.ProviderInfo) {
	listed, err := e.ask(ctx)
	info.Models = len(listed)
	switch {
	case err == nil && len(listed) == 0:
		info.State, info.Command = chat.ProviderNoModels, e.Setup.Pull
	case err == nil:
	case e.custom() || !nothingListens(err) || len(e.Setup.Programs) == 0:
		info.State, info.Reason = chat.ProviderFailed, err.Error()
	case installed(e.Setup.Programs, env):
		info.State, info.Command = chat.ProviderNotRunning, e.Setup.Start
	default:
		info.State, info.Page = chat.ProviderNotInstalled, e.Setup.Page
	}
}

// nothingListens reports whether the connection was refused, in the words of any system.
func nothingListens(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial" && !op.Timeout()
}

// installed reports whether one of the programs is in PATH or at its usual place. Relative entries of PATH don't count, since they
// would find programs of a repository.
func installed(programs []string, env func(string) string) bool {
	for _, p := range programs {
		if !strings.Contains(p, "/") {
			for _, dir := range filepath.SplitList(env("PATH")) {
				if filepath.IsAbs(dir) && (isFile(filepath.Join(dir, p)) || runtime.GOOS == "windows" && isFile(filepath.Join(dir, p+".exe"))) {
					return true
				}
			}
			continue
		}
		if path := expanded(p, env); path != "" && isFile(path) {
			return true
		}
	}
	return false
}

// isFile reports whether there is a file, or an application's folder.
func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// expanded returns a path whose first part is ~ or a variable, or "" if that is not set.
func expanded(path string, env func(string) string) string {
	first, rest, _ := strings.Cut(path, "/")
	variable := strings.Trim(first, "%")
	switch {
	case first == "":
		return path
	case first == "~":
		variable = "HOME"
		if env(variable) == "" {
			variable = "USERPROFILE"
		}
	}
	if dir := env(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, filepath.FromSlash(rest))
	}
	return ""
}
