package shell

import (
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/tools/rulekey"
)

// rank orders reasons: the worst one comes first in the question.
type rank int

const (
	rankForm rank = iota // a form that can't be judged
	rankReads
	rankWrites
	rankRuns
	rankCode // runs unknown code
	rankNetwork
	rankSecret
	rankSteers // writes files that other programs execute or obey, or that are outside the workspace
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

// report collects what is found in a command.
type report struct {
	found  []finding
	grants []Grant
	writes []string
	// outside are the keys of the reads of single files outside the workspace, which are in grants too, and how many reasons
	// they gave.
	outside        []rulekey.Key
	outsideReasons int
	// downloads counts programs that fetch something, interprets those that run code they are given.
	downloads, interprets int
	fetched               []string // the commands that download
}

// exactly returns the grant for one exact command line; the zero Grant if no rule can hold it.
func exactly(text string) Grant {
	key, ok := rulekey.Command(text)
	if !ok {
		return Grant{}
	}
	return Grant{Key: key, Covers: "run exactly " + text}
}

// say adds a reason.
func (r *report) say(d Decision, of rank, format string, args ...any) {
	r.found = append(r.found, finding{d, of, fmt.Sprintf(format, args...)})
}

// ask adds a reason to ask that a rule with the grant's key can answer. The zero Grant is asked each time.
func (r *report) ask(of rank, g Grant, format string, args ...any) {
	if g == (Grant{}) {
		r.say(AskEach, of, format, args...)
		return
	}
	r.say(Ask, of, format, args...)
	r.grant(g)
}

// readsFile adds the reason to ask about a read of a single file outside the workspace.
func (r *report) readsFile(g Grant, path string) {
	r.ask(rankReads, g, "reads %s, outside the workspace", path)
	if g != (Grant{}) {
		r.outside = append(r.outside, g.Key)
		r.outsideReasons++
	}
}

// onlyReads reports whether reads of single files outside the workspace are all that needs consent.
func (r *report) onlyReads() bool {
	return len(r.found) > 0 && len(r.found) == r.outsideReasons &&
		!slices.ContainsFunc(r.grants, func(g Grant) bool { return !slices.Contains(r.outside, g.Key) })
}

// grant adds what needs consent without a reason of its own.
func (r *report) grant(g Grant) {
	if !slices.ContainsFunc(r.grants, func(o Grant) bool { return o.Key == g.Key }) {
		r.grants = append(r.grants, g)
	}
}

// granted returns the number of grants, for dropAfter.
func (r *report) granted() int { return len(r.grants) }

// dropAfter drops the grants that were added after there were n, to replace them by one that covers them together.
func (r *report) dropAfter(n int) { r.grants = r.grants[:n] }

// reasons returns the number of reasons to ask that were found.
func (r *report) reasons() int { return len(r.found) }

// writesTo notes a protected file that the command may write.
func (r *report) writesTo(path string) {
	if !slices.Contains(r.writes, path) {
		r.writes = append(r.writes, path)
	}
}

// verdict sums up what was found.
func (r *report) verdict() Verdict {
	if r.downloads > 0 && r.interprets > 0 {
		r.say(AskEach, rankDownloads, "downloads a program and runs it")
	}
	v := Verdict{Grants: r.grants, Writes: r.writes, OnlyReads: r.onlyReads()}
	slices.SortStableFunc(r.found, func(a, b finding) int { return int(b.rank) - int(a.rank) })
	for _, f := range r.found {
		v.Decision = max(v.Decision, f.decision)
		if !slices.Contains(v.Reasons, f.reason) {
			v.Reasons = append(v.Reasons, f.reason)
		}
	}
	const shown = 4
	v.Reason = strings.Join(v.Reasons[:min(shown, len(v.Reasons))], "; ")
	if more := len(v.Reasons) - shown; more > 0 {
		v.Reason += fmt.Sprintf("; and %d more", more)
	}
	return v
}
