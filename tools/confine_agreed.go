package tools

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"ptk-lsp/tools/sandbox"
)

// agreedPolicy returns the policy of commands that the user agreed to. They write in the workspace, but not to files that steer
// other programs, unless the question named these.
func (f *confinement) agreedPolicy(ctx context.Context, c *Call, r running) sandbox.Policy {
	p := sandbox.Policy{Network: r.network, Write: []string{f.Temp, f.cache()}}
	git := onlyGit(r.command)
	for _, folder := range c.Workspace.Folders() {
		p.Write = append(p.Write, folder.Path)
		real, err := filepath.EvalSymlinks(folder.Path)
		if err != nil {
			continue
		}
		found, err := f.tree(real).Look(ctx)
		if err != nil {
			continue // the tree is too large to be read, so nothing in it is protected
		}
		for _, dir := range found.GitDirs {
			if rel, err := filepath.Rel(real, dir); err == nil && filepath.IsLocal(rel) {
				if filepath.Base(dir) == ".git" {
					p.Pin = append(p.Pin, dir)
				}
				p.Keep = append(p.Keep, gitKept(dir, git)...)
			}
		}
		for _, path := range found.Steered {
			rel, err := filepath.Rel(real, path)
			if err == nil && !git && filepath.Base(path) != ".git" && keptReadOnly(filepath.ToSlash(rel)) {
				p.Keep = append(p.Keep, path)
			}
		}
	}
	p.Keep = slices.DeleteFunc(p.Keep, func(path string) bool { return named(path, r.writes) })
	return p
}

// gitKept returns the files in a git folder by which git runs other programs. If nothing but git itself runs, it may change
// its configuration, as a checkout of a remote branch does.
func gitKept(dir string, git bool) []string {
	names := []string{"hooks", "info"}
	if !git {
		names = append(names, "config", "config.worktree")
	}
	for i, n := range names {
		names[i] = filepath.Join(dir, n)
	}
	return names
}

// keptReadOnly reports whether a file that steers other programs is read-only for commands too: an editor or a shell obeys
// it without being asked, and no package manager or generator writes it.
func keptReadOnly(rel string) bool {
	for part := range strings.SplitSeq(rel, "/") {
		switch part {
		case "node_modules", "vendor", "site-packages", "target":
			return false
		}
	}
	for part := range strings.SplitSeq(rel, "/") {
		switch part {
		case ".hg", ".svn", ".ptk", ".vscode", ".idea", ".zed", ".vim", ".nvim", ".fleet", ".devcontainer", ".husky", ".githooks",
			".claude", ".cursor", ".codex", ".envrc", ".exrc", ".vimrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".lazy.lua", ".dir-locals.el",
			".mcp.json", ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".gitconfig":
			return true
		}
	}
	return strings.HasSuffix(rel, ".code-workspace")
}

// named reports whether the question named the path, one above it, or one below it.
func named(path string, writes []string) bool {
	return slices.ContainsFunc(writes, func(w string) bool {
		return atOrBelow(path, w) || atOrBelow(w, path)
	})
}

func atOrBelow(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+string(filepath.Separator))
}

// onlyGit reports whether all programs that a script calls are git, without any expansion in their names.
func onlyGit(script string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(script), "")
	if err != nil {
		return false
	}
	calls, others := 0, 0
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			if len(n.Args) == 0 || len(n.Assigns) > 0 || n.Args[0].Lit() != "git" {
				others++
			}
			calls++
		case *syntax.Redirect, *syntax.DeclClause, *syntax.FuncDecl:
			others++
		}
		return true
	})
	return calls > 0 && others == 0
}
