package shell

import (
	"fmt"
	"slices"
	"strings"
)

// rank orders reasons: the worst part of a command leads.
type rank int

const (
	rankForm rank = iota // a form that can't be looked through
	rankReads
	rankWrites
	rankRuns
	rankCode // runs code that isn't known
	rankNetwork
	rankSecret
	rankSteers // writes what other programs obey, or outside the workspace
	rankPublishes
	rankOverwrites
	rankDeletes
	rankRoot
	rankDownloads // downloads a program and runs it
	rankDestroys
)

// finding is one reason to ask.
type finding struct {
	decision Decision
	rank     rank
	reason   string
}

// say adds a reason.
func (j *judge) say(d Decision, r rank, format string, args ...any) {
	j.found = append(j.found, finding{d, r, fmt.Sprintf(format, args...)})
}

// ask adds a reason that a rule can answer. The key is what the rule is matched with, and covers says it in words.
func (j *judge) ask(r rank, key, covers, format string, args ...any) {
	if key == "" || strings.ContainsAny(key, "\n\r") {
		j.say(AskEach, r, format, args...) // a rule could not say in words what it allows
		return
	}
	j.say(Ask, r, format, args...)
	if !slices.Contains(j.keys, key) {
		j.keys, j.covers = append(j.keys, key), append(j.covers, covers)
	}
}

// verdict puts together what was found.
func (j *judge) verdict() Verdict {
	if j.downloads > 0 && j.interprets > 0 {
		j.say(AskEach, rankDownloads, "downloads a program and runs it")
	}
	v := Verdict{Keys: j.keys, Covers: j.covers, Writes: j.writes}
	slices.SortStableFunc(j.found, func(a, b finding) int { return int(b.rank) - int(a.rank) })
	for _, f := range j.found {
		v.Decision = max(v.Decision, f.decision)
		if !slices.Contains(v.Reasons, f.reason) {
			v.Reasons = append(v.Reasons, f.reason)
		}
	}
	const told = 4
	v.Reason = strings.Join(v.Reasons[:min(told, len(v.Reasons))], "; ")
	if more := len(v.Reasons) - told; more > 0 {
		v.Reason += fmt.Sprintf("; and %d more", more)
	}
	return v
}
