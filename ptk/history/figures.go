package history

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// Figures calls f for each event of a kind, oldest first, with the values at the paths of its JSON, such as "$.Tool": of one
// conversation, or of all if id is "". A value is nil if its path does not exist.
func (s *Store) Figures(ctx context.Context, id, kind string, paths []string, f func(values []any)) error {
	return s.figures(ctx, "e.data", "entry e JOIN turn t ON e.turn = t.key WHERE e.class = 0 AND e.kind = ?", []any{kind}, id, paths, f)
}

// Results calls f for each result of a turn, like [Store.Figures].
func (s *Store) Results(ctx context.Context, id string, paths []string, f func(values []any)) error {
	return s.figures(ctx, "t.result", "turn t WHERE t.result IS NOT NULL", nil, id, paths, f)
}

func (s *Store) figures(ctx context.Context, column, from string, args []any, id string, paths []string, f func(values []any)) error {
	var found []string
	var in []any
	for _, p := range paths {
		found, in = append(found, "json_extract("+column+", ?)"), append(in, p)
	}
	q := "SELECT " + strings.Join(found, ", ") + " FROM " + from
	in = append(in, args...)
	if id != "" {
		q += " AND t.conversation = ?"
		in = append(in, id)
	}
	err := s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, q, in...)
		if err != nil {
			return err
		}
		defer rows.Close()
		values, into := make([]any, len(paths)), make([]any, len(paths))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				return err
			}
			f(values)
		}
		return rows.Err()
	})
	if err != nil {
		return fmt.Errorf("reading figures from the history: %w", err)
	}
	return nil
}

// Spent calls f for each turn that has ended, once for all copies of it: with its conversation, the title of that, when it started,
// and the values at the paths of its result.
func (s *Store) Spent(ctx context.Context, paths []string, f func(id, title string, started time.Time, values []any)) error {
	q := "SELECT t.conversation, c.title, t.started"
	var in []any
	for _, p := range paths {
		q, in = q+", json_extract(t.result, ?)", append(in, p)
	}
	q += ` FROM turn t JOIN conversation c ON c.id = t.conversation
		WHERE t.key IN (SELECT min(key) FROM turn WHERE result IS NOT NULL GROUP BY id)`
	err := s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, q, in...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, title string
			var started int64
			values := make([]any, len(paths))
			into := []any{&id, &title, &started}
			for i := range values {
				into = append(into, &values[i])
			}
			if err := rows.Scan(into...); err != nil {
				return err
			}
			f(id, title, time.UnixMilli(started), values)
		}
		return rows.Err()
	})
	if err != nil {
		return fmt.Errorf("reading figures from the history: %w", err)
	}
	return nil
}
