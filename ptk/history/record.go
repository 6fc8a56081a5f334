package history

import (
	"database/sql"
	"fmt"
	"time"
)

// Start is what is known when a turn begins.
type Start struct {
	TurnID string
	Title  string // of the conversation, if this is its first turn
	Model  string
	// Request is the request as a JSON object. Until the turn has ended, a search finds it by the field at [record.PathMessage].
	Request string
	// Entries are the first of the turn.
	Entries []Entry
}

// Begin writes the beginning of a turn, and its conversation if that is new.
func (h *Hold) Begin(b Start) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := milliseconds(time.Now())
	wasNew := h.state == isNew
	write := h.write
	if wasNew {
		write = func(f func(*sql.Tx) error) error { return h.store.write(h.ctx, f) } // there is no lease yet
	}
	err := write(func(tx *sql.Tx) error {
		if wasNew {
			if err := h.insertConversation(tx, b.Title, now); err != nil {
				return err
			}
		}
		return h.insertTurn(tx, b, now)
	})
	if err != nil {
		return err
	}
	h.state = running
	h.store.running.Add(1)
	if wasNew {
		h.renew()
	}
	return nil
}

func (h *Hold) insertTurn(tx *sql.Tx, b Start, now int64) error {
	done, err := tx.Exec("INSERT INTO turn (id, conversation, started, request) VALUES (?, ?, ?, ?)", b.TurnID, h.id, now, b.Request)
	if err != nil {
		return fmt.Errorf("writing a turn: %w", err)
	}
	if h.turn, err = done.LastInsertId(); err != nil {
		return fmt.Errorf("writing a turn: %w", err)
	}
	if _, err := tx.Exec("UPDATE conversation SET updated = ?, model = ?, turns = turns + 1 WHERE id = ?", now, b.Model, h.id); err != nil {
		return fmt.Errorf("writing a turn: %w", err)
	}
	return insert(tx, h.turn, b.Entries)
}

func (h *Hold) insertConversation(tx *sql.Tx, title string, now int64) error {
	_, err := tx.Exec("INSERT INTO conversation (id, title, created, updated, holder, held_until) VALUES (?, ?, ?, ?, ?, ?)",
		h.id, title, now, now, h.holder, expiry())
	if err != nil {
		return fmt.Errorf("writing a conversation: %w", err)
	}
	return nil
}

// Later adds entries that are written together with the next ones, after 50 ms at the latest.
func (h *Hold) Later(entries ...Entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending.add(entries...)
	h.arm()
}

// Piece adds a piece of text; adjacent pieces of one kind are stored as one entry.
func (h *Hold) Piece(kind, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pending.addPiece(kind, text) {
		h.arm()
	}
}

// Add writes what is pending and the entries at once. If it fails only these entries are lost.
func (h *Hold) Add(entries ...Entry) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending.add(entries...)
	return h.flush()
}

// Amend adds entries to an earlier turn, such as one that was cut off.
func (h *Hold) Amend(turnID string, entries ...Entry) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.write(func(tx *sql.Tx) error {
		var key int64
		if err := tx.QueryRow("SELECT key FROM turn WHERE conversation = ? AND id = ?", h.id, turnID).Scan(&key); err != nil {
			return fmt.Errorf("finding turn %s: %w", turnID, err)
		}
		return insert(tx, key, entries)
	})
}

// End writes the result of the turn and ends the lease, in one transaction. The search finds the turn by text.
func (h *Hold) End(result, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.halt()
	err := h.write(func(tx *sql.Tx) error {
		if err := h.insertPending(tx); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE turn SET result = ? WHERE key = ?", result, h.turn); err != nil {
			return fmt.Errorf("writing the end of a turn: %w", err)
		}
		// A search may have indexed it already, see indexOpen.
		if _, err := tx.Exec("INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)", h.turn, text); err != nil {
			return fmt.Errorf("indexing a turn: %w", err)
		}
		if _, err := tx.Exec("UPDATE conversation SET updated = ?, "+given+" WHERE id = ?", milliseconds(time.Now()), h.id); err != nil {
			return fmt.Errorf("writing the end of a turn: %w", err)
		}
		return nil
	})
	if err == nil {
		h.pending, h.turn, h.state = batch{}, 0, ended
	}
	return err
}
