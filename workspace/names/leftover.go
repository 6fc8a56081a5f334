package names

import "strings"

// maxCopies is the maximum number of copy endings of a name, as in .env.bak.old~.
const maxCopies = 5

// Originals returns the names of which a file may be a copy: a backup, an editor's leftover, an archive. The path is folded, and
// so is the result. Ordinary names have no originals.
func Originals(path string) []string {
	dir, name := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, name = path[:i+1], path[i+1:]
	}
	var out []string
	for range maxCopies {
		if was, ok := swap(name); ok && name[0] == '.' {
			out = append(out, dir+was) // the dot of the name, or one before it
		}
		was, ok := original(name)
		if !ok {
			break
		}
		name = was
		out = append(out, dir+name)
	}
	return out
}

// original removes one sign of a copy from a name.
func original(name string) (was string, ok bool) {
	n := len(name)
	switch {
	case n > 2 && name[0] == '#' && name[n-1] == '#':
		return name[1 : n-1], true
	case n > 2 && name[n-1] == '~':
		return unnumbered(name[:n-1]), true
	case strings.HasPrefix(name, ".#"):
		return name[2:], n > 2
	case strings.HasPrefix(name, "copy of "):
		return name[len("copy of "):], n > len("copy of ")
	case strings.HasPrefix(name, "backup of "):
		return name[len("backup of "):], n > len("backup of ")
	}
	if was, ok := swap(name); ok {
		return strings.TrimPrefix(was, "."), true
	}
	if was, ok := unmarked(name); ok {
		return was, true
	}
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return "", false
	}
	if was, ok = unmarked(name[:dot]); ok {
		return was + name[dot:], true
	}
	return "", false
}

// unnumbered removes the number from the rest of name.~1~.
func unnumbered(name string) string {
	if i := strings.LastIndex(name, ".~"); i > 0 && digits(name[i+2:]) {
		return name[:i]
	}
	return name
}

// swap returns the file of an editor's swap file: .name.swp, or .name.swo and so on if there are several.
func swap(name string) (was string, ok bool) {
	i := len(name) - len(".swp")
	if i < 2 || name[i:i+3] != ".sw" {
		return "", false
	}
	return name[:i], true
}

// unmarked removes a word for a copy, a number or a date from the end of a name.
func unmarked(name string) (was string, ok bool) {
	if strings.HasSuffix(name, ")") {
		if i := strings.LastIndex(name, " ("); i > 0 && digits(name[i+2:len(name)-1]) {
			return name[:i], true
		}
	}
	i := len(name) - 1
	for i > 0 && name[i] != '.' && name[i] != '-' && name[i] != '_' && name[i] != ' ' {
		i--
	}
	if i <= 0 || i == len(name)-1 {
		return "", false
	}
	if word := name[i+1:]; !copied(word) {
		return "", false
	}
	return strings.TrimRight(name[:i], "-_ "), strings.Trim(name[:i], "-_ ") != ""
}

// copied reports whether a word at the end of a name means that it is a copy.
func copied(word string) bool {
	bare := strings.TrimRight(word, "0123456789")
	switch bare {
	case "bak", "backup", "bkp", "bk", "old", "orig", "original", "save", "saved", "sav", "tmp", "temp", "copy", "prev", "previous", "last",
		"new",
		"rej", "disabled", "off", "rpmsave", "rpmorig", "rpmnew", "dpkg", "ucf", "autosave", "moved", "deleted", "archive", "dump", "enc":
		return true
	case "gz", "bz", "xz", "zst", "zip", "tar", "tgz", "z", "rar", "txt", "hex":
		return true
	case "":
		return true // a number, or a part of a date
	}
	return word == "b64" || word == "base64" || dated(word)
}

// dated reports whether a word is a date with a time, such as 20240131t120000z.
func dated(word string) bool {
	return len(word) >= 8 && digits(word[:8]) && strings.Trim(word, "0123456789tz:") == ""
}
