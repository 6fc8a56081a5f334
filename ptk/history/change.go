package history

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Rename changes the title of a conversation.
func (s *Store) Rename(ctx context.Context, id, title string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "UPDATE conversation SET title = ? WHERE id = ?", title, id)
		if err != nil {
			return fmt.Errorf("renaming conversation %s: %w", id, err)
		}
		return found(done, id)
	})
}

func found(done sql.Result, id string) error {
	if n, err := done.RowsAffected(); err == nil && n == 0 {
		return fmt.Errorf("conversation %q: %w", id, ErrUnknown)
	}
	return nil
}

// Delete removes a conversation and its content from the disk: from the tables, the search index, freed pages, the write-ahead
// log and backups. It returns [ErrBusy] if a turn of it runs.
func (s *Store) Delete(ctx context.Context, id string) error {
	h, err := s.Take(ctx, id)
	if err != nil {
		return err
	}
	close(h.stop)
	h.stopped.Wait()
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM search WHERE rowid IN (SELECT key FROM turn WHERE conversation = ?)", id); err != nil {
			return fmt.Errorf("deleting conversation %s from the search: %w", id, err)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM conversation WHERE id = ?", id); err != nil {
			return fmt.Errorf("deleting conversation %s: %w", id, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(s.emptyLog(ctx), s.dropBackups())
}

// emptyLog moves the write-ahead log into the file and empties it. Readers in another process can delay that.
func (s *Store) emptyLog(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.read(ctx, func(db *sql.DB) error {
		for range 50 {
			var busy, pages, moved int
			if err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
				return fmt.Errorf("emptying the history's log: %w", err)
			}
			if busy == 0 {
				return nil
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(20 * time.Millisecond):
			}
		}
		return errors.New("the conversation is deleted, but another process keeps the history's log from being emptied; it is when that ends")
	})
}

// Fork copies a conversation up to and including a turn and returns the id of the copy.
func (s *Store) Fork(ctx context.Context, id, turnID string) (string, error) {
	to := rand.Text()
	err := s.write(ctx, func(tx *sql.Tx) error {
		last, err := forkPoint(ctx, tx, id, turnID)
		if err != nil {
			return err
		}
		now := milliseconds(time.Now())
		if _, err := tx.ExecContext(ctx, `INSERT INTO conversation (id, title, created, updated, model, forked_from, turns)
			SELECT ?, title, ?, ?, model, id, (SELECT count(*) FROM turn WHERE conversation = ? AND key <= ?) FROM conversation WHERE id = ?`,
			to, now, now, id, last, id); err != nil {
			return fmt.Errorf("copying conversation %s: %w", id, err)
		}
		return copyTurns(ctx, tx, id, to, last)
	})
	if err != nil {
		return "", err
	}
	return to, nil
}

// forkPoint returns the key of the turn, which must have ended.
func forkPoint(ctx context.Context, tx *sql.Tx, id, turnID string) (key int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT key FROM turn WHERE conversation = ? AND id = ? AND result IS NOT NULL", id, turnID).Scan(&key)
	if err == nil {
		return key, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("reading conversation %s: %w", id, err)
	}
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM conversation WHERE id = ?", id).Scan(&n); err == nil && n == 0 {
		return 0, fmt.Errorf("conversation %q: %w", id, ErrUnknown)
	}
	return 0, fmt.Errorf("turn %q of conversation %s, or it has not ended: %w", turnID, id, ErrNoTurn)
}

// copyTurns copies the turns up to the key last; keys of copies follow their originals in order.
func copyTurns(ctx context.Context, tx *sql.Tx, from, to string, last int64) error {
	for _, q := range []string{
		`INSERT INTO turn (id, conversation, started, request, result)
			SELECT id, ?2, started, request, result FROM turn WHERE conversation = ?1 AND key <= ?3 ORDER BY key`,
		`INSERT INTO entry (turn, class, ordinal, kind, data)
			SELECT n.key, e.class, e.ordinal, e.kind, e.data FROM turn o JOIN turn n ON n.id = o.id AND n.conversation = ?2
			JOIN entry e ON e.turn = o.key WHERE o.conversation = ?1 AND o.key <= ?3 ORDER BY e.key`,
		`INSERT INTO search (rowid, text)
			SELECT n.key, x.text FROM turn o JOIN turn n ON n.id = o.id AND n.conversation = ?2
			JOIN search x ON x.rowid = o.key WHERE o.conversation = ?1 AND o.key <= ?3`,
	} {
		if _, err := tx.ExecContext(ctx, q, from, to, last); err != nil {
			return fmt.Errorf("copying conversation %s: %w", from, err)
		}
	}
	return nil
}
