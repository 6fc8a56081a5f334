package names

import (
	"strings"
	"unicode"
)

// Fold returns the path under which file systems may find the same file: in lower case, without characters that some of them
// ignore, without dots and blanks at the end of a name, and without the name of a stream after a colon.
func Fold(path string) string {
	if plain(path) {
		return path
	}
	path = lower(path)
	if plain(path) {
		return path
	}
	parts := strings.Split(path, "/")
	for i, p := range parts {
		p, _, _ = strings.Cut(p, ":")
		if t := strings.TrimRight(p, ". "); t != "" {
			p = t
		}
		parts[i] = p
	}
	return strings.Join(parts, "/")
}

// plain reports whether a path is already folded.
func plain(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case c >= 0x80 || 'A' <= c && c <= 'Z' || c == ':':
			return false
		case (c == '.' || c == ' ') && (i+1 == len(path) || path[i+1] == '/'):
			return false
		}
	}
	return true
}

// lower folds case like APFS, HFS+ and NTFS, as far as names in ASCII have other spellings.
func lower(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 'ſ':
			return 's'
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r): // HFS+ overlooks some of the former
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return strings.NewReplacer("ß", "ss", "ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st").Replace(s)
}

// Short reports whether a name may be the short name that Windows keeps for a long one, such as ENV~1 for .env; the long name
// can't be derived from it.
func Short(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		stem, ending, _ := strings.Cut(name, ".")
		i := strings.LastIndexByte(stem, '~')
		if i >= 1 && len(stem) <= 8 && len(ending) <= 3 && digits(stem[i+1:]) {
			return true
		}
	}
	return false
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
