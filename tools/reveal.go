package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// revealed is what a call would show that looks like a credential.
type revealed struct {
	words string // such as "app.yaml holds what looks like a GitHub token"
	texts string // which texts, so that the same are asked for once in a conversation
}

// pages are the lines of files that a call reads.
type pages struct {
	paths         []string
	offset, limit int
}

// readingText is [Reading] for tools that show what files hold: credentials in it are asked for.
func readingText[A, R any](s Spec, title func(c *Call, args A) (string, []Location), of func(args A) pages, do func(ctx context.Context, c *Call, args A) (R, error)) Tool {
	reading := func(ctx context.Context, c *Call, args A) (*Action, error) {
		a := &Action{reveals: reveals(ctx, c, of(args)), Do: func(ctx context.Context) (*Result, error) {
			r, err := do(ctx, c, args)
			if err != nil {
				return nil, err
			}
			return succeed(r), nil
		}}
		a.Title, a.Locations = title(c, args)
		return a, nil
	}
	return New(s, reading)
}

// reveals looks for credentials in what is read; what can't be read reveals nothing, and the call says why. Files that are too large to
// be held are not read twice: what is in them is masked without a question.
func reveals(ctx context.Context, c *Call, p pages) *revealed {
	var words, texts []string
	for _, path := range p.paths {
		t, err := c.Workspace.Read(ctx, path)
		if err != nil || t.Binary || t.Large || p.limit < 0 {
			continue
		}
		offset := max(p.offset, 1)
		lines, _, err := linesOf(ctx, c, t, offset, p.limit)
		if err != nil {
			continue
		}
		masked, note := maskLines(t, offset, lines)
		if note == "" {
			continue
		}
		words = append(words, c.Workspace.Display(t.File.Path)+" holds what looks like "+maskedKinds(masked, t))
		texts = append(texts, t.File.Path+"\x00"+t.Hash)
	}
	if len(words) == 0 {
		return nil
	}
	return &revealed{strings.Join(words, "; "), strings.Join(texts, "\x00")}
}

// maskedKinds says what was masked in lines of a text; all of the text's, as a piece of a key does not tell what it is of.
func maskedKinds(lines []string, t *workspace.Text) string {
	if kinds := credential.Kinds(t.Content); len(kinds) > 0 {
		return strings.Join(kinds, ", ")
	}
	return strings.Join(credential.Kinds(strings.Join(lines, "\n")), ", ")
}

// reveal asks whether the model may see the credentials that a call would show. Where the user does not agree, they are masked.
func (m *Manager) reveal(ctx context.Context, s Spec, c *Call, a *Action) error {
	if a.reveals == nil || c.shows && len(a.Locations) == 1 {
		return nil
	}
	if may, asked := c.Reads.maySee(a.reveals.texts); asked {
		c.shows = may
		return nil
	}
	why := a.reveals.words + ", which the model and its provider would see. If you do not agree, the model gets it masked."
	c.shows = false // that a file may be shown says nothing of the next one
	_, err := m.ask(ctx, s, c, a, why, true)
	var refused *Error
	switch {
	case err == nil:
		c.shows = true
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &refused) || refused.Type != PermissionError || refused.Suggestion == rejected("feedback").Suggestion:
		return err
	case refused.Cause != nil:
		return nil // nobody answered: masked, and asked again
	}
	c.Reads.noteMaySee(a.reveals.texts, c.shows)
	return nil
}

// masked takes credentials out of what a result says of a failure, and lets the rest be masked as [Result.JSON] does.
func (c *Call) masked(r *Result) *Result {
	r.shows = c.shows
	if r.Err != nil && !c.shows {
		e := *r.Err
		e.Message, e.Suggestion = credential.Mask(e.Message), credential.Mask(e.Suggestion)
		r.Err = &e
	}
	return r
}

// maskNote tells the model what it sees.
const maskNote = "What looks like a credential is masked here; the file has it. Leave it as it is: edit_file can change the lines around it, if it does not quote it."

// maskLines masks the credentials in lines of a text, which begin at an offset; note is "" where there are none. A key is known by
// its first line, so that the whole text is looked at.
func maskLines(t *workspace.Text, offset int, lines []string) (masked []string, note string) {
	var all []string
	switch {
	case !t.Large && credential.Possible(t.Content):
		all = splitLines(credential.Mask(strings.ReplaceAll(t.Content, "\r\n", "\n")))
		if from := offset - 1; from+len(lines) <= len(all) {
			all = all[from : from+len(lines)]
		}
	case t.Large:
		all = strings.Split(credential.Mask(strings.Join(lines, "\n")), "\n")
	}
	if len(all) != len(lines) {
		return lines, ""
	}
	for i := range all {
		if all[i] != lines[i] {
			return all, maskNote
		}
	}
	return lines, ""
}

// withoutSecrets leaves out the matches in files that are hard links of secrets.
func (l look) withoutSecrets(ctx context.Context, c *Call, found []LineMatch) []LineMatch {
	var paths []string
	for _, m := range found {
		if !slices.Contains(paths, m.Path) {
			paths = append(paths, m.Path)
		}
	}
	secret, _ := c.Workspace.OtherNames(ctx, paths, l.secrets.Match) // what can't be told is left out
	return slices.DeleteFunc(found, func(m LineMatch) bool {
		_, is := secret[m.Path]
		return is
	})
}

// keyWidth is how long a line of nothing but base64 is that may be one of a private key.
const keyWidth = 40

// hideKeys masks the lines of matches that are lines of a private key: alone they don't show what they are.
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

// bareBase64 reports whether a line holds a long run of base64, as lines of keys do.
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

// maskJSON masks what looks like a credential in the strings of JSON.
func maskJSON(raw json.RawMessage) json.RawMessage {
	if !credential.Possible(string(raw)) {
		return raw
	}
	var out bytes.Buffer
	for len(raw) > 0 {
		start := bytes.IndexByte(raw, '"')
		if start < 0 {
			break
		}
		end := start + 1
		for end < len(raw) && raw[end] != '"' {
			if raw[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(raw))
		out.Write(raw[:start])
		out.Write(maskString(raw[start:end]))
		raw = raw[end:]
	}
	out.Write(raw)
	return out.Bytes()
}

// maskString masks a string of JSON; one that holds nothing to mask stays as it is written.
func maskString(quoted json.RawMessage) json.RawMessage {
	var text string
	if !credential.Possible(string(quoted)) || json.Unmarshal(quoted, &text) != nil {
		return quoted
	}
	masked := credential.Mask(text)
	if masked == text {
		return quoted
	}
	return marshal(masked)
}

// errMasked refuses a change that would put a mask in the place of what it hides.
func errMasked() *Error {
	return &Error{
		Type: UserError, Message: "The call quotes a masked value (…[masked: …]). The file holds the value itself, which you were not shown; written back, the mask would replace it.",
		Suggestion: "Use edit_file on the lines around it, without the masked value in old_string or new_string.",
	}
}

// unmasked refuses calls that run or send a mask where a value was meant. The tools that change files look for themselves.
func unmasked(s Spec, args json.RawMessage) error {
	if s.Kind != KindExecute && s.Source != SourceMCP && s.Source != SourceCustom {
		return nil
	}
	if credential.Masks(strings.ReplaceAll(string(args), `\u2026`, "…")) == 0 {
		return nil
	}
	return errMasked()
}
