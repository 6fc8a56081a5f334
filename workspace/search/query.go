package search

import "errors"

// Query is what to search for.
type Query struct {
	Text  string
	Regex bool // Text is a regular expression (RE2), matched line by line; else a literal
	// IgnoreCase ignores case; SmartCase does if Text has no capital letter.
	IgnoreCase, SmartCase bool
	// Include and Exclude are patterns of doublestar; one without a slash matches the name of a file.
	Include, Exclude []string
	Context          int // lines shown before and after a match
	MaxResults       int // matches after which the search ends; 0 for no limit
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

// ErrQuery is under the error of an invalid query.
var ErrQuery = errors.New("invalid query")
