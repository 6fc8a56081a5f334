package tools

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
)

// whySensitive returns why the user is asked about an action each time; "" if rules may allow it. Symbolic and hard links
// are resolved.
func (m *Manager) whySensitive(ctx context.Context, s Spec, a *Action) string {
	for _, l := range a.Locations {
		if why := m.whyGuarded(ctx, l.Path, changes(s.Kind)); why != "" {
			return why
		}
	}
	return ""
}

// whyGuarded returns why the user is asked about a file each time: it may hold secrets, or it steers other programs and
// would change.
func (m *Manager) whyGuarded(ctx context.Context, p string, change bool) string {
	shown := m.ws.Display(p)
	for _, name := range m.namesOf(p) {
		if m.o.Secrets.Match(name) {
			return shown + " may hold secrets, which the model and its provider would see."
		}
		if !change {
			continue
		}
		if why := Steers(name); why != "" {
			return fmt.Sprintf("%s steers other programs: %s.", shown, steering(why))
		}
	}
	if change && m.inBareRepository(p) {
		return shown + " steers other programs: it lies in what git takes for a repository, whose hooks it runs."
	}
	return m.whyLinked(ctx, p, change)
}

// whyLinked does the same for a file with a second name: that of a secret, or of a file that steers other programs.
func (m *Manager) whyLinked(ctx context.Context, p string, change bool) string {
	name, err := m.ws.OtherName(ctx, p, func(rel string) bool {
		return m.o.Secrets.Match(rel) || change && Protected(rel)
	})
	switch {
	case err != nil:
		return m.ws.Display(p) + " has other names, not all of which could be checked: it may be a hard link of a secret."
	case name == "":
		return ""
	case m.o.Secrets.Match(name):
		return fmt.Sprintf(
			"%s is the same file as %s, which may hold secrets that the model and its provider would see.", m.ws.Display(p), name,
		)
	}
	return fmt.Sprintf("%s is the same file as %s, which steers other programs: %s.", m.ws.Display(p), name, steering(Steers(name)))
}

// inBareRepository reports whether a path is in a folder that git takes for a repository, or would with a few more files.
func (m *Manager) inBareRepository(p string) bool {
	f, err := m.ws.Resolve(p)
	if err != nil {
		return false
	}
	there := func(name string) bool {
		info, err := m.ws.Stat(path.Join(f.Folder.Path, name))
		return err == nil && (info.IsDir() || info.Mode().IsRegular())
	}
	for dir := path.Dir(f.Rel); fs.ValidPath(dir); dir = path.Dir(dir) {
		if there(dir+"/HEAD") && (there(dir+"/objects") || there(dir+"/refs")) {
			return true
		}
		if dir == "." {
			break
		}
	}
	return false
}

// places returns the keys of an action's paths as they are shown, and of the paths to which links lead.
func (m *Manager) places(a *Action) []rulekey.Key {
	var out []rulekey.Key
	for _, l := range a.Locations {
		out = append(out, rulekey.Name(m.ws.Display(l.Path)))
		if real, err := m.ws.Real(l.Path); err == nil && real != l.Path {
			out = append(out, rulekey.Name(m.ws.Display(real)))
		}
	}
	return out
}

// namesOf returns the path relative to its folder, and that to which links lead. The name of a hidden folder itself counts.
func (m *Manager) namesOf(p string) []string {
	if workspace.IsVirtual(p) {
		return []string{p}
	}
	var out []string
	if f, err := m.ws.Resolve(p); err == nil {
		out = append(out, f.Rel)
		if folder := path.Base(f.Folder.Path); strings.HasPrefix(folder, ".") {
			out = append(out, folder+"/"+f.Rel) // such as a folder .github that is itself open
		}
	}
	if real, err := m.ws.Real(p); err == nil && real != p {
		if f, err := m.ws.Resolve(real); err == nil {
			out = append(out, f.Rel)
		}
	}
	return out
}

func changes(k Kind) bool { return k == KindEdit || k == KindDelete || k == KindMove }

// steeringPrefix begins the texts of [Steers].
const steeringPrefix = "Steering: "

// Steers returns why a file steers other programs, as in "Steering: git runs its hooks"; "" if it isn't known to. The path
// is slash-separated and relative to its workspace folder.
func Steers(rel string) string {
	if why := workspace.Steers(rel); why != "" {
		return steeringPrefix + why
	}
	return ""
}

func steering(why string) string { return strings.TrimPrefix(why, steeringPrefix) }

// Protected reports whether a file steers other programs, see [Steers].
func Protected(rel string) bool { return workspace.Steers(rel) != "" }
