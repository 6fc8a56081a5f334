package mcp

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"ptk-lsp/workspace/visible"
)

// sentence turns an error into a sentence on one line.
func sentence(s string) string {
	s = short(s, 500)
	r, size := utf8.DecodeRuneInString(s)
	if size > 0 {
		s = string(unicode.ToUpper(r)) + s[size:]
	}
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "…") {
		s += "."
	}
	return s
}

// short returns a server's text on one line, with marks for invisible characters, cut to a number of bytes.
func short(s string, most int) string {
	s = visible.Line(strings.Join(strings.Fields(strings.ToValidUTF8(s[:min(len(s), 4*most)], "�")), " "))
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// withoutSecrets returns a URL without its user, query and fragment.
func withoutSecrets(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "a URL that can't be read"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// cut returns the first bytes of a text, without splitting a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
