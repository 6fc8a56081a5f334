package tools

import (
	"context"
	"slices"
	"strings"

	"ptk-lsp/workspace/credential"
)

// withoutSecrets removes the matches in files that are hard links of secrets.
func (l finder) withoutSecrets(ctx context.Context, c *Call, found []LineMatch) []LineMatch {
	var paths []string
	for _, m := range found {
		if !slices.Contains(paths, m.Path) {
			paths = append(paths, m.Path)
		}
	}
	secret, _ := c.Workspace.OtherNames(ctx, paths, l.secrets.Match) // files that can't be checked are left out
	return slices.DeleteFunc(found, func(m LineMatch) bool {
		_, is := secret[m.Path]
		return is
	})
}

// keyWidth is how many characters of base64 in a row may be part of a private key.
const keyWidth = 40

// hideKeys masks matching lines that belong to a private key, which can't be recognized by one line.
func hideKeys(ctx context.Context, c *Call, found []LineMatch) {
	files := map[string][]string{}
	hide := func(path, text string, line int) string {
		if !bareBase64(text) {
			return text
		}
		lines, known := files[path]
		if !known {
			if t, err := c.Workspace.Read(ctx, path); err == nil {
				lines = splitLines(credential.Mask(strings.ReplaceAll(t.Content, "\r\n", "\n")))
			}
			files[path] = lines
		}
		if line < 1 || line > len(lines) {
			return text
		}
		return lines[line-1]
	}
	for i := range found {
		m := &found[i]
		for j := range m.Before {
			m.Before[j] = hide(m.Path, m.Before[j], m.Line-len(m.Before)+j)
		}
		for j := range m.After {
			m.After[j] = hide(m.Path, m.After[j], m.Line+1+j)
		}
		m.Text = hide(m.Path, m.Text, m.Line)
	}
}

// bareBase64 reports whether a line has a long run of base64, as lines of keys do.
func bareBase64(line string) bool {
	n := 0
	for i := range len(line) {
		switch b := line[i]; {
		case 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '+' || b == '/' || b == '=':
			if n++; n >= keyWidth {
				return true
			}
		default:
			n = 0
		}
	}
	return false
}
