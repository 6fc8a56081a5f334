package tools

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

type searchArgs struct {
	Query         string   `json:"query" jsonschema:"text to look for"`
	Regex         bool     `json:"regex,omitempty" jsonschema:"take the query as a regular expression (RE2), matched line by line" default:"false"`
	CaseSensitive *bool    `json:"case_sensitive,omitempty" jsonschema:"whether case counts; left out, it counts where the query has a capital letter"`
	Include       []string `json:"include,omitempty" jsonschema:"globs of files to search, such as *.go or src/**"`
	Exclude       []string `json:"exclude,omitempty" jsonschema:"globs of files to leave out"`
	ContextLines  int      `json:"context_lines,omitempty" jsonschema:"lines shown before and after each match" default:"0"`
	MaxResults    int      `json:"max_results,omitempty" jsonschema:"how many matches at most" default:"100"`
}

// Matches is the result of the tool search_code.
type Matches struct {
	Matches   []LineMatch `json:"matches"`
	Files     int         `json:"files"` // that have a match
	Truncated bool        `json:"truncated"`
}

// LineMatch is one line that matches.
type LineMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`   // counted from 1
	Column int      `json:"column"` // counted from 1
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Preview returns the first matches.
func (m Matches) Preview() []string {
	out := []string{}
	for _, x := range m.Matches {
		out = append(out, fmt.Sprintf("%s:%d: %s", x.Path, x.Line, strings.TrimSpace(x.Text)))
	}
	head := counted(len(m.Matches), "line") + " in " + counted(m.Files, "file")
	if m.Truncated {
		head += ", and there may be more"
	}
	return append([]string{head}, firstLines(out, 3)...)
}

func (l finder) searchCode() Tool {
	return Reading(Spec{
		Name: "search_code", Aliases: []string{"grep"}, Kind: KindSearch,
		Description: "Searches all files of the workspace for a text or a regular expression, line by line, with unsaved " +
			"changes and new documents of the editor. Files that git ignores are left out.",
	}, func(_ *Call, a searchArgs) (string, []Location) {
		title := "Search for " + shortQuery(a.Query)
		if len(a.Include) > 0 {
			title += " in " + strings.Join(a.Include, ", ")
		}
		return title, nil
	}, l.search)
}

func (l finder) search(ctx context.Context, c *Call, a searchArgs) (*Matches, error) {
	places, err := l.places(c, "")
	if err != nil {
		return nil, err
	}
	held, err := c.Workspace.Dirty(ctx)
	if err != nil {
		return nil, err
	}
	q := search.Query{
		Text: a.Query, Regex: a.Regex, SmartCase: a.CaseSensitive == nil, IgnoreCase: a.CaseSensitive != nil && !*a.CaseSensitive,
		Include: a.Include, Exclude: a.Exclude, Context: min(max(a.ContextLines, 0), 20),
	}
	limit := cmp.Or(max(a.MaxResults, 0), 100)
	out := &Matches{Matches: []LineMatch{}}
	for i, p := range places {
		q.MaxResults = limit - len(out.Matches)
		if q.MaxResults == 0 {
			out.Truncated = true
			break
		}
		p.options.Skip = l.hidden
		q.Texts = within(p.options.Root, held, i == 0)
		r, err := search.Grep(ctx, p.options, q)
		if err != nil {
			return nil, queryError(err, "Escape what is meant as it stands, or leave regex out.")
		}
		out.add(r, p.prefix)
	}
	out.Matches = l.withoutSecrets(ctx, c, out.Matches)
	hideKeys(ctx, c, out.Matches)
	return out, nil
}

// add adds the matches of one folder.
func (m *Matches) add(r *search.Result, prefix string) {
	m.Files += r.Files
	m.Truncated = m.Truncated || r.Truncated
	for _, x := range r.Matches {
		path := prefix + x.Rel
		if workspace.IsVirtual(x.Rel) {
			path = x.Rel
		}
		m.Matches = append(m.Matches, LineMatch{path, x.Line, x.Column, x.Text, x.Before, x.After})
	}
}

// shortQuery returns the query for a title. If it is long the middle is left out, since expressions often differ at the end.
func shortQuery(q string) string {
	const most = 60
	q = strings.ReplaceAll(q, "\n", "⏎")
	if runes := []rune(q); len(runes) > most {
		q = string(runes[:most/2]) + "…" + string(runes[len(runes)-most/2+1:])
	}
	return q
}
