package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// ErrPattern is under the error of an invalid pattern.
var ErrPattern = errors.New("is not a valid pattern")

// selection selects files: the included ones, or all if include is empty, without the excluded ones.
type selection struct{ include, exclude []wanted }

func newSelection(include, exclude []string) (selection, error) {
	var s selection
	for _, p := range slices.Concat(include, exclude) {
		if !doublestar.ValidatePattern(p) {
			return s, fmt.Errorf("%q %w", p, ErrPattern)
		}
	}
	for _, p := range include {
		s.include = append(s.include, wantedBy(anywhere(p))...)
	}
	for _, p := range exclude {
		s.exclude = append(s.exclude, wantedBy(anywhere(p))...)
	}
	return s, nil
}

// anywhere lets a pattern without a slash match in every folder, and one that names a folder everything in it.
func anywhere(pattern string) string {
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/")
	if !strings.Contains(pattern, "/") {
		return "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/") {
		return pattern + "**"
	}
	return pattern
}

func (s *selection) has(rel string) bool {
	hit := func(w wanted) bool { return w.is(rel) }
	return (len(s.include) == 0 || slices.ContainsFunc(s.include, hit)) && !slices.ContainsFunc(s.exclude, hit)
}

// wanted is a compiled pattern. Most patterns name an ending, a file or a folder, which are compared directly.
type wanted struct {
	how  how
	text string
}

// how is how the text of a pattern is compared.
type how uint8

const (
	matching how = iota
	ending       // of the path
	name         // of the file
	within       // the folder above, or the file
)

// wantedBy compiles a pattern; alternatives become several.
func wantedBy(p string) []wanted {
	if before, rest, ok := strings.Cut(p, "{"); ok && !strings.ContainsAny(before, `\[`) {
		if inner, after, ok := strings.Cut(rest, "}"); ok && !strings.ContainsAny(inner+after, `\[{}/`) {
			var all []wanted
			for one := range strings.SplitSeq(inner, ",") {
				all = append(all, wantedBy(before+one+after)...)
			}
			return all
		}
	}
	file, everywhere := strings.CutPrefix(p, "**/")
	end, star := strings.CutPrefix(file, "*")
	folder, all := strings.CutSuffix(p, "/**")
	switch {
	case everywhere && star && plainName(end):
		return []wanted{{ending, end}}
	case everywhere && plainName(file):
		return []wanted{{name, file}}
	case all && plainName(strings.ReplaceAll(folder, "/", "")):
		return []wanted{{within, folder}}
	}
	return []wanted{{matching, p}}
}

// plainName reports whether a part of a pattern is literal; U+FFFD is not, because it also matches invalid UTF-8.
func plainName(s string) bool {
	return s != "" && !strings.ContainsAny(s, "*?[]{}\\/\ufffd") && utf8.ValidString(s)
}

func (w wanted) is(rel string) bool {
	switch w.how {
	case ending:
		return strings.HasSuffix(rel, w.text)
	case name:
		rest, ok := strings.CutSuffix(rel, w.text)
		return ok && (rest == "" || strings.HasSuffix(rest, "/"))
	case within:
		rest, ok := strings.CutPrefix(rel, w.text)
		return ok && (rest == "" || rest[0] == '/')
	case matching:
	}
	return doublestar.MatchUnvalidated(w.text, rel)
}
