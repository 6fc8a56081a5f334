package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// Info describes a conversation.
type Info struct {
	ID, Title        string
	Created, Updated time.Time
	Turns            int
	Model            string // of the last turn
	Running          bool   // a turn runs, here or in another process
	Elsewhere        bool   // the turn runs in another process
	ForkedFrom       string // the conversation that this one is a copy of
}

// Turn is one turn as it was stored.
type Turn struct {
	ID      string
	Started time.Time
	Request string // JSON
	Result  string // JSON; "" while the turn runs, and if it was cut off
	Events  []Entry
}

const infoColumns = "id, title, created, updated, turns, model, holder, held_until, forked_from"

type row interface{ Scan(dest ...any) error }

// scanInfo reads the columns of an [Info] and those after them.
func (s *Store) scanInfo(r row, more ...any) (Info, error) {
	var i Info
	var created, updated, until int64
	var holder string
	err := r.Scan(append([]any{&i.ID, &i.Title, &created, &updated, &i.Turns, &i.Model, &holder, &until, &i.ForkedFrom}, more...)...)
	i.Created, i.Updated = moment(created), moment(updated)
	i.Running = holder != "" && until > milliseconds(time.Now()) && !dead(holder)
	i.Elsewhere = i.Running && !strings.HasPrefix(holder, s.me+":")
	return i, err
}

// Info returns the description of a conversation.
func (s *Store) Info(ctx context.Context, id string) (Info, error) {
	var i Info
	err := s.read(ctx, func(db *sql.DB) (err error) {
		i, err = s.scanInfo(db.QueryRowContext(ctx, "SELECT "+infoColumns+" FROM conversation WHERE id = ?", id))
		return err
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return i, fmt.Errorf("conversation %q: %w", id, ErrUnknown)
	case err != nil:
		return i, fmt.Errorf("reading conversation %s: %w", id, err)
	}
	return i, nil
}

// TurnPage selects the newest turns of a conversation; the zero value selects all.
type TurnPage struct {
	Limit  int    // 0 for all
	Before string // the id of the turn before which they end; "" for the last
}

// Turns returns turns of a conversation with their events, oldest first, and whether there are earlier ones.
func (s *Store) Turns(ctx context.Context, id string, p TurnPage) (turns []Turn, earlier bool, err error) {
	err = s.read(ctx, func(db *sql.DB) error {
		first, last, err := p.keys(ctx, db, id)
		if err != nil {
			return err
		}
		rows, err := db.QueryContext(ctx, `SELECT t.id, t.started, t.request, ifnull(t.result, ''), ifnull(e.kind, ''), ifnull(e.data, '')
			FROM turn t LEFT JOIN entry e ON e.turn = t.key AND e.class = 0
			WHERE t.conversation = ? AND t.key BETWEEN ? AND ? ORDER BY t.key, e.key`, id, first, last)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if turns, err = scanTurn(rows, turns); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil || first == 0 {
			return err
		}
		return db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM turn WHERE conversation = ? AND key < ?)", id, first).Scan(&earlier)
	})
	if err != nil {
		return nil, false, fmt.Errorf("reading conversation %s: %w", id, err)
	}
	return turns, earlier, nil
}

// keys returns the keys of the first and the last turn of the page; 0 for the first of all.
func (p TurnPage) keys(ctx context.Context, db *sql.DB, id string) (first, last int64, err error) {
	last = math.MaxInt64
	if p.Before != "" {
		err := db.QueryRowContext(ctx, "SELECT key - 1 FROM turn WHERE conversation = ? AND id = ?", id, p.Before).Scan(&last)
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("turn %q: %w", p.Before, ErrNoTurn)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if p.Limit <= 0 {
		return 0, last, nil
	}
	err = db.QueryRowContext(ctx, `SELECT ifnull(min(key), 0)
		FROM (SELECT key FROM turn WHERE conversation = ? AND key <= ? ORDER BY key DESC LIMIT ?)`, id, last, p.Limit).Scan(&first)
	return first, last, err
}

// scanTurn adds one row: an event, of the last turn or of a new one.
func scanTurn(rows *sql.Rows, turns []Turn) ([]Turn, error) {
	var t Turn
	var e Entry
	var started int64
	if err := rows.Scan(&t.ID, &started, &t.Request, &t.Result, &e.Kind, &e.Data); err != nil {
		return nil, err
	}
	t.Started, e.Turn = moment(started), t.ID
	if n := len(turns); n == 0 || turns[n-1].ID != t.ID {
		turns = append(turns, t)
	}
	if e.Kind != "" {
		last := &turns[len(turns)-1]
		last.Events = append(last.Events, e)
	}
	return turns, nil
}

// Prompt returns the entries of the next prompt: the newest mark, if any, then the messages from there on.
func (s *Store) Prompt(ctx context.Context, id string) ([]Entry, error) {
	var entries []Entry
	err := s.read(ctx, func(db *sql.DB) error {
		// entry_prompt has only messages and marks, which are few among the events; "class > 0" lets it be used.
		rows, err := db.QueryContext(ctx, `WITH newest AS (
				SELECT e.* FROM turn t JOIN entry e INDEXED BY entry_prompt ON e.turn = t.key
				WHERE t.conversation = ?1 AND e.class > 0 AND e.class = 2 ORDER BY e.key DESC LIMIT 1)
			SELECT t.id, e.class, e.ordinal, e.kind, e.data FROM newest e JOIN turn t ON e.turn = t.key
			UNION ALL
			SELECT * FROM (SELECT t.id, e.class, e.ordinal, e.kind, e.data FROM turn t JOIN entry e ON e.turn = t.key
				WHERE t.conversation = ?1 AND e.class > 0 AND e.class = 1 AND e.ordinal >= ifnull((SELECT ordinal FROM newest), 0)
				ORDER BY e.ordinal, e.key)`, id)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var e Entry
			if err := rows.Scan(&e.Turn, &e.Class, &e.Ordinal, &e.Kind, &e.Data); err != nil {
				return err
			}
			entries = append(entries, e)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("reading conversation %s: %w", id, err)
	}
	return entries, nil
}

// Loose returns the id of the last turn if it has no result, and its events after its last message, which the prompt does not
// contain yet.
func (s *Store) Loose(ctx context.Context, id string) (turnID string, events []Entry, err error) {
	err = s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `WITH last AS (SELECT key, id FROM turn
				WHERE conversation = ? AND key = (SELECT max(key) FROM turn WHERE conversation = ?) AND result IS NULL)
			SELECT last.id, ifnull(e.kind, ''), ifnull(e.data, '') FROM last LEFT JOIN entry e ON e.turn = last.key AND e.class = 0
			AND e.key > ifnull((SELECT max(key) FROM entry WHERE turn = last.key AND class > 0 AND class = 1), 0) ORDER BY e.key`, id, id)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var e Entry
			if err := rows.Scan(&turnID, &e.Kind, &e.Data); err != nil {
				return err
			}
			if e.Kind != "" {
				events = append(events, e)
			}
		}
		return rows.Err()
	})
	if err != nil {
		return "", nil, fmt.Errorf("reading conversation %s: %w", id, err)
	}
	return turnID, events, nil
}
