package shell

import "strings"

// full returns a path as the system gets it: absolute, with its ".." in place, for links may stand before them.
func (j *judge) full(path string, st *state) string {
	switch {
	case path == "":
		return ""
	case strings.HasPrefix(path, "/"):
		return path
	case st.dir == "":
		return ""
	}
	return strings.TrimSuffix(st.dir, "/") + "/" + path
}

// readable judges a path that is read; it is false where the user must be asked. A rule can allow the key.
func (j *judge) readable(path, key string, st *state) bool {
	if path == "/dev/null" || path == "" {
		return true
	}
	full := j.full(path, st)
	if full == "" {
		j.say(AskEach, rankReads, "reads %s in a folder that isn't known", path)
		return false
	}
	r := j.w.Reach(full)
	switch r {
	case Outside:
		if !strings.HasPrefix(path, "/") && st.dir != j.w.Dir {
			key = "cd " + quote(st.dir) + " && " + key
		}
		j.ask(rankReads, exactly(key), exactWords(key), "reads %s, outside the workspace", path)
	case Secret:
		j.readsOutside(r, path)
	default:
		return true
	}
	return false
}

// readsOutside asks each time for a place that no rule names.
func (j *judge) readsOutside(r Reach, path string) {
	if r == Secret {
		j.say(AskEach, rankSecret, "reads %s, which may hold secrets", path)
		return
	}
	j.say(AskEach, rankReads, "looks into %s, outside the workspace", path)
}
