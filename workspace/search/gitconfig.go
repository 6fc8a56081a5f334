package search

import (
	"path/filepath"
	"strings"

	small "ptk-lsp/workspace/regular"
)

// gitConfig holds the settings of git about ignoring. Files are read in turn; later ones take precedence.
type gitConfig struct {
	home   string // of the user, for ~/
	gitDir string // of the work tree, for includeIf; "" if there is none

	excludes   string // core.excludesFile
	ignoreCase bool   // core.ignoreCase
	worktrees  bool   // extensions.worktreeConfig
	depth      int    // of files that include each other
	files      int    // that were read
}

// The limits of git's settings: the number of files, and the bytes of each.
const (
	maxConfigs = 100
	maxConfig  = 1 << 20
)

// read reads the settings of a file; a file that can't be read has none.
func (c *gitConfig) read(file string) {
	if file == "" || c.depth > 10 || c.files == maxConfigs {
		return
	}
	c.files++
	data, err := small.Read(file, maxConfig)
	if err != nil {
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	for e := range configEntries(string(data)) {
		switch key := strings.ToLower(e.section) + "." + strings.ToLower(e.key); {
		case key == "core.excludesfile" && e.sub == "":
			c.excludes = c.path(e.value)
		case key == "core.ignorecase" && e.sub == "":
			c.ignoreCase = isTrue(e)
		case key == "extensions.worktreeconfig" && e.sub == "":
			c.worktrees = isTrue(e)
		case key == "include.path" && e.sub == "", key == "includeif.path" && c.holds(e.sub, filepath.Dir(file)):
			c.read(from(filepath.Dir(file), c.path(e.value)))
		}
	}
}

func isTrue(e configEntry) bool {
	switch strings.ToLower(e.value) {
	case "true", "yes", "on", "1":
		return true
	}
	return e.alone
}

// path reads a path of the settings.
func (c *gitConfig) path(value string) string {
	if rest, ok := strings.CutPrefix(value, "~/"); ok {
		return under(c.home, rest)
	}
	return value
}

// holds reports whether the condition of an includeIf is true. It knows conditions on the git folder and on the branch; dir is the
// folder of the file with the condition.
func (c *gitConfig) holds(condition, dir string) bool {
	kind, pattern, _ := strings.Cut(condition, ":")
	if c.gitDir == "" {
		return false
	}
	switch kind {
	case "gitdir", "gitdir/i":
		return c.inGitDir(pattern, dir, kind == "gitdir/i")
	case "onbranch":
		head, err := small.Read(filepath.Join(c.gitDir, "HEAD"), maxGitFile)
		branch, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/")
		return err == nil && ok && newGlob(withRest(pattern), true).match(0, 0, branch)
	}
	return false
}

func (c *gitConfig) inGitDir(pattern, dir string, fold bool) bool {
	if rest, ok := strings.CutPrefix(pattern, "./"); ok {
		pattern = filepath.ToSlash(dir) + "/" + rest
	} else if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
		pattern = filepath.ToSlash(c.home) + "/" + rest
	} else if !filepath.IsAbs(pattern) {
		pattern = "**/" + pattern
	}
	places := []string{c.gitDir}
	if real, err := filepath.EvalSymlinks(c.gitDir); err == nil {
		places = append(places, real)
	}
	for _, p := range places {
		p = filepath.ToSlash(p)
		if fold {
			p, pattern = strings.ToLower(p), strings.ToLower(pattern)
		}
		if newGlob(withRest(pattern), true).match(0, 0, p) {
			return true
		}
	}
	return false
}

// withRest lets a pattern that ends with a slash match everything below.
func withRest(pattern string) string {
	if strings.HasSuffix(pattern, "/") {
		return pattern + "**"
	}
	return pattern
}

// configEntry is a line of a settings file: section.sub.key = value.
type configEntry struct {
	section, sub, key, value string
	alone                    bool // the key has no value, which means true
}

// configEntries reads a settings file of git.
func configEntries(text string) func(func(configEntry) bool) {
	return func(yield func(configEntry) bool) {
		var e configEntry
		text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
		for text != "" {
			text = strings.TrimLeft(text, " \t\n")
			switch {
			case text == "":
			case text[0] == '#' || text[0] == ';':
				_, text, _ = strings.Cut(text, "\n")
			case text[0] == '[':
				e.section, e.sub, text = configSection(text[1:])
			default:
				e.key, e.value, e.alone, text = configLine(text)
				if !yield(e) {
					return
				}
			}
		}
	}
}

// configSection reads a section header after its bracket: a name, and a quoted name of a subsection.
func configSection(text string) (section, sub, rest string) {
	end := strings.IndexAny(text, "]\"\n")
	if end < 0 {
		return "", "", ""
	}
	section, rest = strings.TrimSpace(text[:end]), text[end:]
	if rest[0] == '"' {
		var b strings.Builder
		i := 1
		for ; i < len(rest) && rest[i] != '"' && rest[i] != '\n'; i++ {
			if rest[i] == '\\' && i+1 < len(rest) {
				i++
			}
			b.WriteByte(rest[i])
		}
		sub = b.String()
		rest = rest[i:]
		_, rest, _ = strings.Cut(rest, "]")
		return section, sub, rest
	}
	return section, "", rest[1:]
}

// configLine reads a key and its value, which may be quoted, contain escapes and continue on the next line.
func configLine(text string) (key, value string, alone bool, rest string) {
	end := strings.IndexAny(text, "=\n")
	if end < 0 || text[end] == '\n' {
		key, rest, _ = strings.Cut(text, "\n")
		key, _, _ = strings.Cut(key, "#")
		return strings.TrimSpace(key), "", true, rest
	}
	key, text = strings.TrimSpace(text[:end]), strings.TrimLeft(text[end+1:], " \t")
	var b strings.Builder
	quoted, kept := false, 0 // blanks may be trimmed after kept
	i := 0
	for ; i < len(text) && text[i] != '\n'; i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] != '\n' {
				b.WriteByte(unescaped(text[i]))
				kept = b.Len()
			}
		case c == '"':
			quoted = !quoted
			kept = b.Len()
		case !quoted && (c == '#' || c == ';'):
			_, rest, _ = strings.Cut(text[i:], "\n")
			return key, trimFrom(b.String(), kept), false, rest
		default:
			b.WriteByte(c)
		}
	}
	return key, trimFrom(b.String(), kept), false, text[i:]
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return c
}

// trimFrom trims blanks at the end of a text, but not before an index.
func trimFrom(s string, from int) string {
	return s[:from] + strings.TrimRight(s[from:], " \t")
}
