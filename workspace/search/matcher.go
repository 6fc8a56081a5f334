package search

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// matcher is a compiled query. It is immutable and used by many goroutines.
type matcher struct {
	re   *regexp.Regexp
	prog *syntax.Prog
	tree *syntax.Regexp
	lits literals // at least one is in every line that matches; empty if they are too common to help
	// plain is set if a line matches exactly at the first literal in it.
	plain bool
	q     Query
}

func newMatcher(q Query) (*matcher, error) {
	if q.Text == "" {
		return nil, fmt.Errorf("%w: it is empty", ErrQuery)
	}
	expr := q.Text
	if !q.Regex {
		expr = regexp.QuoteMeta(q.Text)
	}
	fold := q.IgnoreCase || q.SmartCase && q.Text == strings.ToLower(q.Text)
	if fold {
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
	tree = tree.Simplify()
	prog, err := syntax.Compile(tree)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	m := &matcher{re: re, prog: prog, tree: tree, lits: required(tree), q: q}
	if m.plain = plain(tree) && len(m.lits) > 0 && (tree.Op == syntax.OpLiteral || m.lits.useful()); !m.plain && !m.lits.useful() {
		m.lits = nil
	}
	return m, nil
}

// searcher looks for a query in one text after the other; it serves one goroutine.
type searcher struct {
	*matcher
	ctx    context.Context //nolint:containedctx // of one search
	finder *finder
	dfa    *dfa
	files  *files
	lacks  Lacks // nil if there is no index
	stamp  func(rel string) (Stamp, bool)
}

func newSearcher(ctx context.Context, m *matcher, o Options) *searcher {
	s := &searcher{matcher: m, ctx: ctx, files: newFiles(o.Root)}
	s.stamp = s.files.stamp
	if len(m.lits) > 0 {
		s.finder = newFinder(m.lits)
	}
	if !m.plain {
		s.dfa = newDFA(m.prog)
	}
	return s
}

// file searches one file; a file that can't be read has no matches.
func (s *searcher) file(rel string) []Match {
	if text, ok := s.q.Texts[rel]; ok {
		return s.text(rel, []byte(text))
	}
	if s.lacks != nil && s.lacks(rel, s.stamp) {
		return nil
	}
	data, _, err := s.files.read(rel)
	if err != nil {
		return nil
	}
	data, ok := asText(data)
	if !ok {
		return nil
	}
	return s.text(rel, data)
}

// text returns the matching lines of a text.
func (s *searcher) text(rel string, data []byte) []Match {
	var out []Match
	if s.finder != nil {
		s.finder.reset(data)
	}
	l := lines{data: data}
	for at := 0; at < len(data); {
		hit, ok := s.next(data, at)
		if !ok {
			break
		}
		l.goTo(at, hit)
		at = l.end + 1
		if place := s.find(l.text(), hit-l.start); place >= 0 {
			out = append(out, l.match(rel, place, s.q.Context))
			if s.q.MaxResults > 0 && len(out) > s.q.MaxResults {
				break
			}
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	return out
}

// window is the number of bytes that are searched between checks of the context.
const window = 8 << 20

// next returns a place in the next line that may match, from the beginning of a line at.
func (s *searcher) next(data []byte, at int) (hit int, ok bool) {
	if s.finder != nil {
		hit = s.finder.from(at)
		return hit, hit < len(data)
	}
	for at < len(data) && s.ctx.Err() == nil {
		end := len(data)
		if end-at > window {
			end = lineEnd(data, at+window)
			end = min(end+1, len(data))
		}
		if hit, ok = s.dfa.scan(data[:end], at); ok {
			return hit, true
		}
		at = end
	}
	return len(data), false
}

// find returns the index of the first match in the line, -1 if there is none; hit is the index of the literal, if one is searched
// for.
func (s *searcher) find(line []byte, hit int) int {
	if s.plain {
		return hit
	}
	if s.finder != nil {
		if _, ok := s.dfa.scan(line, 0); !ok && len(line) > 0 {
			return -1
		}
	}
	var place []int
	if len(line) < longLine {
		place = s.re.FindIndex(line)
	} else {
		place = s.re.FindReaderIndex(&runes{ctx: s.ctx, data: line})
	}
	if place == nil {
		return -1
	}
	return place[0]
}

const longLine = 64 << 10

// runes reads a long line for a regular expression, and ends if the context does.
type runes struct {
	ctx  context.Context //nolint:containedctx // an io.RuneReader is asked without one
	data []byte
	at   int
}

// ReadRune returns the next character.
func (r *runes) ReadRune() (c rune, size int, err error) {
	if r.at >= len(r.data) || r.at%4096 < utf8.UTFMax && r.ctx.Err() != nil {
		return 0, 0, io.EOF
	}
	c, size = utf8.DecodeRune(r.data[r.at:])
	r.at += size
	return c, size, nil
}
