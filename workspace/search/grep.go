package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sourcegraph/conc/stream"
)

// Query says what to look for.
type Query struct {
	Text  string
	Regex bool // Text is a regular expression (RE2), matched line by line; else it is taken as it stands
	// IgnoreCase and SmartCase: the second ignores case where Text has no capital letter.
	IgnoreCase, SmartCase bool
	// Include and Exclude are patterns of doublestar; one without a slash is matched with the file's name.
	Include, Exclude []string
	Context          int // lines shown before and after a match
	MaxResults       int // matches after which the search ends; 0 for no end
	// Texts are unsaved texts, by path from the root; they are searched instead of the files.
	Texts map[string]string
}

// Match is one line with a match.
type Match struct {
	Rel           string // from the root, slash-separated
	Line, Column  int    // counted from 1; columns in UTF-16 units
	Text          string // the line, of a long one the part round the match
	Before, After []string
}

// Result is what a search found.
type Result struct {
	Matches   []Match // in the order of their paths and lines
	Files     int     // with a match
	Searched  int     // files looked into
	Truncated bool    // there may be more
}

const (
	maxFile  = 64 << 20 // larger files are not searched
	maxShown = 400      // bytes of a line that are shown
)

// Grep looks for a text in the files that [Walk] finds, binary files aside. Links are not followed.
// An error is one of the query or of the first folder, or the context's.
func Grep(ctx context.Context, o Options, q Query) (*Result, error) {
	m, err := newMatcher(q)
	if err != nil {
		return nil, err
	}
	sel, err := newSelection(q.Include, q.Exclude)
	if err != nil {
		return nil, err
	}
	files, err := List(ctx, o, q.Include, q.Exclude)
	if err != nil {
		return nil, err
	}
	for rel := range q.Texts { // also those that are on no disk
		if _, found := slices.BinarySearch(files, rel); !found && below(rel, o.Dir) && sel.has(rel) && !o.skip(rel, false) {
			files = append(files, rel)
		}
	}
	slices.Sort(files)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	res := &Result{}
	s := stream.New().WithMaxGoroutines(runtime.GOMAXPROCS(0))
	for _, rel := range files {
		if ctx.Err() != nil {
			break
		}
		s.Go(func() stream.Callback {
			found := m.file(ctx, o.Root, rel)
			return func() {
				if res.add(found, q.MaxResults) {
					stop()
				}
			}
		})
	}
	s.Wait()
	if !res.Truncated && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return res, nil
}

func below(rel, dir string) bool {
	dir = strings.Trim(dir, "/")
	return dir == "" || strings.HasPrefix(rel, dir+"/")
}

// add takes the matches of one more file and tells whether there are enough.
func (r *Result) add(found []Match, limit int) bool {
	if r.Truncated {
		return true
	}
	r.Searched++
	if len(found) == 0 {
		return false
	}
	if limit > 0 && len(r.Matches)+len(found) > limit {
		found = found[:limit-len(r.Matches)]
		r.Truncated = true
	}
	if len(found) > 0 {
		r.Files++
		r.Matches = append(r.Matches, found...)
	}
	return r.Truncated
}

// matcher is a query made ready.
type matcher struct {
	re   *regexp.Regexp
	lits literals
	q    Query
}

// ErrQuery is under the error of a query that can't be read.
var ErrQuery = errors.New("the query can't be read")

func newMatcher(q Query) (*matcher, error) {
	if q.Text == "" {
		return nil, fmt.Errorf("%w: it is empty", ErrQuery)
	}
	expr := q.Text
	if !q.Regex {
		expr = regexp.QuoteMeta(q.Text)
	}
	if q.IgnoreCase || q.SmartCase && q.Text == strings.ToLower(q.Text) {
		expr = "(?i:" + expr + ")"
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	return &matcher{re: re, lits: required(tree.Simplify()), q: q}, nil
}

// file looks into one file; one that can't be read has no matches.
func (m *matcher) file(ctx context.Context, root, rel string) []Match {
	if ctx.Err() != nil {
		return nil
	}
	if text, ok := m.q.Texts[rel]; ok {
		return m.text(ctx, rel, []byte(text))
	}
	data, err := readRegular(filepath.Join(root, filepath.FromSlash(rel)))
	if err != nil || bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 {
		return nil
	}
	return m.text(ctx, rel, data)
}

// readRegular reads a file that is neither link nor device nor very large.
func readRegular(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}

// text gives the matching lines of a text.
func (m *matcher) text(ctx context.Context, rel string, data []byte) []Match {
	var out []Match
	f := newFinder(m.lits, data)
	line, counted := 1, 0
	for at := 0; at < len(data) && ctx.Err() == nil; {
		hit := at
		if len(m.lits) > 0 {
			if hit = f.from(at); hit == len(data) {
				break
			}
		}
		start := at + bytes.LastIndexByte(data[at:hit], '\n') + 1
		end := lineEnd(data, hit)
		text := bytes.TrimSuffix(data[start:end], []byte("\r"))
		if loc := m.re.FindIndex(text); loc != nil {
			line, counted = line+bytes.Count(data[counted:start], []byte("\n")), start
			out = append(out, m.match(rel, data, start, end, line, loc))
			if m.q.MaxResults > 0 && len(out) > m.q.MaxResults {
				return out
			}
		}
		at = end + 1
	}
	return out
}

func lineEnd(data []byte, at int) int { return indexByte(data, '\n', at) }

func (m *matcher) match(rel string, data []byte, start, end, line int, loc []int) Match {
	text := bytes.TrimSuffix(data[start:end], []byte("\r"))
	out := Match{Rel: rel, Line: line, Column: utf16Len(text[:loc[0]]) + 1, Text: shown(text, loc[0])}
	for i, at := 0, start; i < m.q.Context && at > 0; i++ {
		from := bytes.LastIndexByte(data[:at-1], '\n') + 1
		out.Before = append(out.Before, shown(bytes.TrimSuffix(data[from:at-1], []byte("\r")), 0))
		at = from
	}
	slices.Reverse(out.Before)
	for i, at := 0, end+1; i < m.q.Context && at < len(data); i++ {
		to := lineEnd(data, at)
		out.After = append(out.After, shown(bytes.TrimSuffix(data[at:to], []byte("\r")), 0))
		at = to + 1
	}
	return out
}

// shown gives the line, of a long one the part round a place.
func shown(line []byte, at int) string {
	if len(line) > maxShown {
		from := max(0, min(at-maxShown/4, len(line)-maxShown))
		for from > 0 && !utf8.RuneStart(line[from]) {
			from--
		}
		cut := strings.ToValidUTF8(string(line[from:min(from+maxShown, len(line))]), "")
		if from > 0 {
			cut = "…" + cut
		}
		if from+maxShown < len(line) {
			cut += "…"
		}
		return cut
	}
	return strings.ToValidUTF8(string(line), "\ufffd")
}

// utf16Len counts the units of a text in UTF-16.
func utf16Len(s []byte) int {
	n := 0
	for _, r := range string(s) {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
