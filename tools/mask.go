package tools

import (
	"bytes"
	"encoding/json"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// maskNote explains a masked text to the model.
const maskNote = "What looks like a credential is masked here; the file has it. Leave it as it is: edit_file can change the " +
	"lines around it, if it does not quote it."

// maskLines masks the credentials in lines of a text, which begin at line offset. note is "" if there are none. It looks at
// the whole text, since a key is recognized by its first line.
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

// maskedKinds returns which kinds of credentials a text holds. It looks at the whole text, since part of a key does not show
// its kind.
func maskedKinds(lines []string, t *workspace.Text) string {
	if kinds := credential.Kinds(t.Content); len(kinds) > 0 {
		return strings.Join(kinds, ", ")
	}
	return strings.Join(credential.Kinds(strings.Join(lines, "\n")), ", ")
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

// maskString masks a JSON string. One without credentials is returned unchanged.
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

// errMasked is the error of a change that would replace a value by its mask.
func errMasked() *Error {
	return &Error{
		Type: UserError,
		Message: "The call quotes a masked value (…[masked: …]). The file holds the value itself, which you were not shown; " +
			"written back, the mask would replace it.",
		Suggestion: "Use edit_file on the lines around it, without the masked value in old_string or new_string.",
	}
}

// unmasked returns an error if a call runs or sends a mask in place of a value. The tools that change files check this
// themselves.
func unmasked(s Spec, args json.RawMessage) error {
	if s.Kind != KindExecute && s.Source != SourceMCP && s.Source != SourceCustom {
		return nil
	}
	if credential.Masks(strings.ReplaceAll(string(args), `\u2026`, "…")) == 0 {
		return nil
	}
	return errMasked()
}
