package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ptk-lsp/ptk/record"
)

// pageSize is the default size of a page, maxPage the largest.
const (
	pageSize = 50
	maxPage  = 500
)

// ErrCursor means that a cursor is invalid.
var ErrCursor = errors.New("not a cursor of an earlier page")

// Page selects conversations, newest first; for a search, those with all words in the title come first.
type Page struct {
	Query  string // words to find in titles and turns; "" for all conversations
	Limit  int    // 0 is 50
	Cursor string // from the page before; "" for the first page
}

// List returns one page and the cursor of the next, "" after the last.
func (s *Store) List(ctx context.Context, p Page) (infos []Info, next string, err error) {
	q, args, err := p.sql()
	if err != nil {
		return nil, "", err
	}
	if p.Query != "" {
		if err := s.indexOpenTurns(ctx); err != nil {
			return nil, "", fmt.Errorf("listing the conversations: %w", err)
		}
	}
	var ranks []int
	err = s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, q, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var titled int
			i, err := s.scanInfo(rows, &titled)
			if err != nil {
				return err
			}
			infos, ranks = append(infos, i), append(ranks, titled)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, "", fmt.Errorf("listing the conversations: %w", err)
	}
	if n := p.size(); len(infos) > n {
		infos = infos[:n]
		last := infos[n-1]
		next = fmt.Sprintf("%d-%d-%s", ranks[n-1], milliseconds(last.Updated), last.ID)
	}
	return infos, next, nil
}

// openTurns selects the turns of held conversations that have neither ended nor been indexed; indexOpen indexes their requests.
// A turn is indexed at its end, so these still run or were cut off.
const (
	openTurns = `FROM conversation c JOIN turn t ON t.conversation = c.id
		WHERE c.holder != '' AND t.result IS NULL AND NOT EXISTS (SELECT 1 FROM search WHERE rowid = t.key)`
	indexOpen = "INSERT INTO search (rowid, text) SELECT t.key, ifnull(json_extract(t.request, '" + record.PathMessage + "'), '') " + openTurns
)

// indexOpenTurns indexes turns that have not ended: the first time all of them, which reads every conversation, and later
// only if some run in this process.
func (s *Store) indexOpenTurns(ctx context.Context) error {
	if s.running.Load() == 0 && s.searched.Swap(true) {
		return nil
	}
	var some bool
	err := s.read(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 "+openTurns+")").Scan(&some)
	})
	if err != nil || !some {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, indexOpen)
		return err
	})
}

func (p Page) size() int {
	if p.Limit <= 0 {
		return pageSize
	}
	return min(p.Limit, maxPage)
}

// sql returns the query of the page, for one row more than the page holds, to see whether there is a next page.
func (p Page) sql() (string, []any, error) {
	var where []string
	var args []any
	rank := "0"
	if words := strings.Fields(p.Query); len(words) > 0 {
		rank = inTitle(len(words))
		for _, w := range words {
			args = append(args, "%"+escapeLike(w)+"%")
		}
		where = append(where, "(titled OR id IN (SELECT conversation FROM turn WHERE key IN (SELECT rowid FROM search WHERE search MATCH ?)))")
		args = append(args, match(words))
	}
	if p.Cursor != "" {
		var titled, ms int64
		var id string
		if n, err := fmt.Sscanf(p.Cursor, "%d-%d-%s", &titled, &ms, &id); err != nil || n != 3 {
			return "", nil, fmt.Errorf("cursor %q: %w", p.Cursor, ErrCursor)
		}
		where = append(where, "(titled, updated, id) < (?, ?, ?)")
		args = append(args, titled, ms, id)
	}
	q := "SELECT " + infoColumns + ", " + rank + " AS titled FROM conversation"
	if len(where) > 0 {
		q += " WHERE " + strings.Join(where, " AND ")
	}
	order := "titled DESC, updated DESC, id DESC"
	if rank == "0" {
		order = "updated DESC, id DESC" // by its index
	}
	return q + " ORDER BY " + order + " LIMIT " + strconv.Itoa(p.size()+1), args, nil
}

// match returns words as a query of FTS5: each quoted, so that no character has a special meaning, the last one as a prefix.
func match(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"*`
	}
	return strings.Join(quoted, " ")
}

func inTitle(words int) string {
	return "(" + strings.TrimPrefix(strings.Repeat(` AND title LIKE ? ESCAPE '\'`, words), " AND ") + ")"
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
