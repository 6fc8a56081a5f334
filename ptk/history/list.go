package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// pageSize is that of a page for which no size is asked, and maxPage the largest.
const (
	pageSize = 50
	maxPage  = 500
)

// ErrCursor means that a cursor is none that a page gave.
var ErrCursor = errors.New("not a cursor of an earlier page")

// Page asks for conversations, newest first.
type Page struct {
	Query  string // words to be found in titles and turns; "" finds all
	Limit  int    // 0 is 50
	Cursor string // of the page before; "" begins
}

// List gives one page and the cursor of the next, "" after the last.
func (s *Store) List(ctx context.Context, p Page) (infos []Info, next string, err error) {
	q, args, err := p.sql()
	if err != nil {
		return nil, "", err
	}
	err = s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, q, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			i, err := scanInfo(rows)
			if err != nil {
				return err
			}
			infos = append(infos, i)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, "", fmt.Errorf("listing the conversations: %w", err)
	}
	if n := p.size(); len(infos) > n {
		infos = infos[:n]
		last := infos[n-1]
		next = strconv.FormatInt(milliseconds(last.Updated), 10) + "-" + last.ID
	}
	return infos, next, nil
}

func (p Page) size() int {
	if p.Limit <= 0 {
		return pageSize
	}
	return min(p.Limit, maxPage)
}

// sql writes the page's query; it asks for one row more than the page holds, to see whether there is a next one.
func (p Page) sql() (string, []any, error) {
	var where []string
	var args []any
	if words := strings.Fields(p.Query); len(words) > 0 {
		where = append(where, "(id IN (SELECT conversation FROM turn WHERE key IN (SELECT rowid FROM search WHERE search MATCH ?))"+inTitle(len(words))+")")
		args = append(args, match(words))
		for _, w := range words {
			args = append(args, "%"+escapeLike(w)+"%")
		}
	}
	if p.Cursor != "" {
		at, id, ok := strings.Cut(p.Cursor, "-")
		ms, err := strconv.ParseInt(at, 10, 64)
		if !ok || err != nil {
			return "", nil, fmt.Errorf("cursor %q: %w", p.Cursor, ErrCursor)
		}
		where = append(where, "(updated, id) < (?, ?)")
		args = append(args, ms, id)
	}
	q := "SELECT " + infoColumns + " FROM conversation"
	if len(where) > 0 {
		q += " WHERE " + strings.Join(where, " AND ")
	}
	return q + " ORDER BY updated DESC, id DESC LIMIT " + strconv.Itoa(p.size()+1), args, nil
}

// match writes words for FTS5: each as a phrase of its own, so that no character means anything, and the last one may be
// half typed.
func match(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"*`
	}
	return strings.Join(quoted, " ")
}

func inTitle(words int) string {
	return " OR (" + strings.TrimPrefix(strings.Repeat(` AND title LIKE ? ESCAPE '\'`, words), " AND ") + ")"
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
