package shell

import (
	"slices"
	"strings"
)

// exactMark begins the keys that stand for one exact command line. No pattern with a * matches them.
const exactMark = "= "

// exactly returns the key of a command line that a rule covers as it stands and in no other form.
func exactly(text string) string {
	if text == "" {
		return ""
	}
	return exactMark + text
}

func exactWords(text string) string { return "run exactly " + text }

// Exact reports whether a key stands for one exact command line, and returns it.
func Exact(key string) (text string, ok bool) { return strings.CutPrefix(key, exactMark) }

// ExactKey returns the key of a whole command line, and what a rule with it covers; none where a rule can't hold it.
func ExactKey(command string) (keys, covers []string) {
	if strings.ContainsAny(command, "\n\r") || strings.TrimSpace(command) == "" {
		return nil, nil
	}
	return []string{exactly(command)}, []string{exactWords(command)}
}

// With returns the verdict for a command that is run in a way that belongs to it, such as "(network)": its keys are none of those
// of the command alone, and no pattern matches them.
func (v Verdict) With(how string) Verdict {
	keys, covers := v.Keys, v.Covers
	v.Keys, v.Covers = nil, nil
	for i, k := range keys {
		text, exact := Exact(k)
		if !exact {
			text = "any " + text
		}
		v.Keys = append(v.Keys, exactly(text+" "+how))
		v.Covers = append(v.Covers, covers[i]+" "+how)
	}
	return v
}

// key adds what needs consent without a reason of its own.
func (j *judge) key(key, covers string) {
	if key == "" || strings.ContainsAny(key, "\n\r") {
		j.say(AskEach, rankWrites, "writes a file")
		return
	}
	if !slices.Contains(j.keys, key) {
		j.keys, j.covers = append(j.keys, key), append(j.covers, covers)
	}
}
