package tools

import (
	"path"
	"slices"
	"strings"

	"ptk-lsp/workspace"
)

// sensitive says in words why an action is asked for each time; "" where it isn't. Links are looked through.
func (m *Manager) sensitive(s Spec, a *Action) string {
	for _, l := range a.Locations {
		for _, p := range m.namesOf(l.Path) {
			if m.o.Secrets.Match(p) {
				return m.ws.Display(l.Path) + " may hold secrets, which the model and its provider would see."
			}
			if changes(s.Kind) && Protected(p) {
				return m.ws.Display(l.Path) + " steers programs that run outside of this conversation, such as git or the editor."
			}
		}
	}
	return ""
}

// places gives the paths of an action as they are shown, and what they lead to.
func (m *Manager) places(a *Action) []string {
	var out []string
	for _, l := range a.Locations {
		out = append(out, m.ws.Display(l.Path))
		if real, err := m.ws.Real(l.Path); err == nil && real != l.Path {
			out = append(out, m.ws.Display(real))
		}
	}
	return out
}

// namesOf gives what the path is called below its folder, and what it leads to.
func (m *Manager) namesOf(p string) []string {
	if workspace.IsVirtual(p) {
		return []string{p}
	}
	var out []string
	if f, err := m.ws.Resolve(p); err == nil {
		out = append(out, f.Rel)
	}
	if real, err := m.ws.Real(p); err == nil && real != p {
		if f, err := m.ws.Resolve(real); err == nil {
			out = append(out, f.Rel)
		}
	}
	return out
}

func changes(k Kind) bool { return k == KindEdit || k == KindDelete || k == KindMove }

// Protected is true for files that steer other programs: those of git, of editors, of hooks and of this program.
// The path is slash-separated, from its workspace folder.
func Protected(rel string) bool {
	rel = workspace.PlainName(rel)
	for part := range strings.SplitSeq(rel, "/") {
		switch part {
		case ".git", ".hg", ".svn", ".ptk", ".vscode", ".idea", ".zed", ".vim", ".nvim", ".fleet", ".devcontainer", ".husky", ".githooks", ".circleci":
			return true
		}
	}
	steering := []string{
		".gitconfig", ".gitmodules", ".gitattributes", ".exrc", ".vimrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".dir-locals.el", ".envrc", ".mcp.json",
		".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".pre-commit-config.yaml", ".lazy.lua",
	}
	base := path.Base(rel)
	return slices.Contains(steering, base) || strings.HasSuffix(base, ".code-workspace") || strings.HasPrefix(rel, ".github/workflows/") || strings.Contains(rel, "/.github/workflows/")
}
