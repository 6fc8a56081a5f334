package tools

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ptk-lsp/tools/readable"
	"ptk-lsp/tools/sandbox"
)

// asksAnyway returns why a command that only reads needs consent nevertheless; "" if it can be confined to what is harmless.
func (f *confinement) asksAnyway(ctx context.Context, c *Call, command string) string {
	if ok, why := f.sandbox.Strict(); !ok {
		return "would run unasked, but this system can't keep it from doing more than reading (" + why + ")"
	}
	_, found, err := f.freePolicy(ctx, c)
	if err != nil {
		return "would run unasked, but it can't be kept from secrets: " + err.Error()
	}
	if strings.Contains(command, "git") {
		return gitAsks(c, found)
	}
	return ""
}

// gitAsks returns why git needs consent even if it only reads; "" if it doesn't.
func gitAsks(c *Call, found []*readable.Found) string {
	for i, f := range c.Workspace.Folders() {
		if len(found[i].Withheld) > 0 {
			return "runs git, whose configuration in " + c.Workspace.Display(found[i].Withheld[0]) + " may hold a password"
		}
		if above := repositoryAbove(f.Path); above != "" {
			return "runs git in the repository " + above + ", which lies outside of the workspace"
		}
	}
	return ""
}

// repositoryAbove returns the git repository that holds the folder; "" if the folder is a repository itself or in none.
func repositoryAbove(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			if at == dir {
				return ""
			}
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// errHome is why nothing runs without a question if the workspace holds the home folder.
var errHome = errors.New("the workspace holds the home folder")

// freePolicy returns the policy of commands that run without a question: they read the workspace without its secrets.
func (f *confinement) freePolicy(ctx context.Context, c *Call) (p sandbox.Policy, found []*readable.Found, err error) {
	p = sandbox.Policy{Strict: true, Limits: sandbox.StrictLimits()}
	home := f.home()
	for _, folder := range c.Workspace.Folders() {
		real, err := filepath.EvalSymlinks(folder.Path)
		if err != nil {
			return p, nil, err
		}
		if rel, err := filepath.Rel(real, home); home != "" && err == nil && filepath.IsLocal(rel) {
			return p, nil, errHome
		}
		ok, err := f.tree(real).Look(ctx)
		if err != nil {
			return p, nil, err
		}
		found = append(found, ok)
		p.Read, p.List, p.Hidden = append(p.Read, ok.Read...), append(p.List, real), append(p.Hidden, real)
	}
	p.Read = append(p.Read, f.outputs()...)
	if home != "" && home != "/" {
		p.Hidden = append(p.Hidden, home)
	}
	return p, found, nil
}
