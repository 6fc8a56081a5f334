package credential

import "strings"

// maxUser is the length limit of a name and password in a URL.
const maxUser = 512

// urlPassword finds the password in scheme://user:password@host.
func urlPassword(text string, at int, kind string) []span {
	start := at + len("://")
	if !wordBefore(text, at) {
		return nil
	}
	rest := text[start:min(len(text), start+maxUser)]
	if end := strings.IndexAny(rest, " \t\r\n\"'`<>\\/?#|,;"); end >= 0 {
		rest = rest[:end]
	}
	signed := strings.LastIndexByte(rest, '@')
	if signed < 0 {
		return nil
	}
	user, password, ok := strings.Cut(rest[:signed], ":")
	if !ok || common(password) || strings.EqualFold(user, password) || strings.ContainsAny(user, "${}<>%*") || nearby(rest[signed+1:]) {
		return nil
	}
	from := start + len(user) + 1
	return []span{{start: from, end: from + len(password), kind: kind}}
}

// nearby reports whether a host is this machine, a container, or an example.
func nearby(host string) bool {
	name := strings.ToLower(host)
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[:i]
	}
	if !strings.Contains(name, ".") || strings.HasPrefix(name, "127.") || name == "0.0.0.0" {
		return true
	}
	for part := range strings.SplitSeq(name, ".") {
		switch part {
		case "example", "localhost", "invalid", "test":
			return true
		}
	}
	return false
}
