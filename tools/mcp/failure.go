package mcp

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os/exec"
	"strings"
	"unicode"
	"unicode/utf8"

	"ptk-lsp/tools/process"
	"ptk-lsp/workspace/visible"
)

// failure is why a server can't be used, and what to do about it.
type failure struct {
	message, do string // sentences
	final       bool   // it will be no better the next time
}

func (f *failure) Error() string { return f.message }

// explain makes of an error what is told to the user.
func explain(v *server, err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if s, ok := errors.AsType[*statusError](err); ok {
		return &failure{sentence(s.Error()), "It wants to know who asks: set mcpServers." + v.name + ".headers, such as Authorization = \"Bearer ${NAME_OF_A_VARIABLE}\".", true}
	}
	switch {
	case errors.Is(err, process.ErrNotFound) || errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
		return &failure{sentence("there is no program " + v.cfg.Command), "Install it, or set mcpServers." + v.name + ".command to its path.", true}
	case errors.Is(err, fs.ErrPermission):
		return &failure{sentence(err.Error()), "Make the program executable, or set mcpServers." + v.name + ".command to another.", true}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{"It did not answer in time.", "Try its command in a terminal.", false}
	case err == nil:
		return &failure{"It ended.", "The log has what it wrote.", false}
	case v.cfg.URL != "":
		return &failure{sentence(err.Error()), "See that the server runs and that mcpServers." + v.name + ".url is right.", false}
	}
	return &failure{sentence(err.Error()), "Try its command in a terminal; the log has what it wrote.", false}
}

// sentence makes one of an error, on a line.
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

// short is a text of a server's on one line, with marks for what is not seen, cut to a number of bytes.
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

// withoutSecrets is a URL without its user, query and fragment.
func withoutSecrets(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "a URL that can't be read"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
