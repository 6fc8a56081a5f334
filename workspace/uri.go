package workspace

import (
	"net/url"
	"path/filepath"
	"strings"
)

// IsVirtual reports whether a path is the URI of a document that is not a file on this machine, such as untitled:Untitled-1 or
// vscode-remote://host/file. Such a document is read and changed through the editor, if the user has it open there, and never
// looked for on the disk.
func IsVirtual(path string) bool {
	scheme, rest, ok := strings.Cut(path, ":")
	if !ok || len(scheme) < 2 || strings.EqualFold(scheme, "file") {
		return false
	}
	for i, c := range scheme {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return false
		}
	}
	return strings.HasPrefix(rest, "//") || strings.EqualFold(scheme, "untitled")
}

// nameOf returns the path by which a document is known: for a URI, its path.
func nameOf(path string) string {
	if !IsVirtual(path) {
		return path
	}
	u, err := url.Parse(path)
	if err != nil {
		_, rest, _ := strings.Cut(path, ":")
		return rest
	}
	if u.Opaque == "" {
		return u.Path
	}
	if name, err := url.PathUnescape(u.Opaque); err == nil {
		return name
	}
	return u.Opaque
}

// fromFileURI returns the path of a file URI, and anything else as it is.
func fromFileURI(path string) string {
	if !strings.HasPrefix(strings.ToLower(path), "file://") {
		return path
	}
	u, err := url.Parse(path)
	if err != nil || u.Host != "" && u.Host != "localhost" {
		return path
	}
	p := u.Path
	if len(p) > 2 && p[2] == ':' {
		p = p[1:] // /c:/x on Windows
	}
	return filepath.FromSlash(p)
}
