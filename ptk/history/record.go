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
	wasNew := h.isNew
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
	h.begun = true
	h.store.running.Add(1)
	if wasNew {
		h.isNew = false
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
	h.settle()
	h.pending = append(h.pending, entries...)
	h.arm()
}

// Piece adds a piece of text; adjacent pieces of one kind are stored as one entry.
func (h *Hold) Piece(kind, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.pending); n > 0 && h.pending[n-1].Kind == kind {
		if h.grown == nil {
			h.grown = []byte(h.pending[n-1].Data)
		}
		h.grown = append(h.grown, text...)
		return
	}
	h.settle()
	h.pending = append(h.pending, Entry{Kind: kind, Data: text})
	h.arm()
}

// settle appends the pieces to the last pending entry. The caller holds mu.
func (h *Hold) settle() {
	if h.grown != nil {
		h.pending[len(h.pending)-1].Data, h.grown = string(h.grown), nil
	}
}

// arm starts the timer that writes what is pending. The caller holds mu.
func (h *Hold) arm() {
	if h.timer != nil || h.turn == 0 {
		return
	}
	h.timer = time.AfterFunc(batch, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.timer = nil
		_ = h.flush() // it stays pending; the next write fails too and reports it
	})
}

// halt stops the timer, before what is pending is written.
func (h *Hold) halt() {
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
}

// Add writes what is pending and the entries at once. If it fails only these entries are lost.
func (h *Hold) Add(entries ...Entry) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settle()
	h.pending = append(h.pending, entries...)
	return h.flush()
}

// flush writes what is pending. The caller holds mu.
func (h *Hold) flush() error {
	h.halt()
	h.settle()
	if len(h.pending) == 0 || h.turn == 0 {
		return nil
	}
	if err := h.write(h.insertPending); err != nil {
		return err
	}
	h.pending = nil
	return nil
}

func (h *Hold) insertPending(tx *sql.Tx) error {
	h.settle()
	if h.turn == 0 {
		return nil
	}
	return insert(tx, h.turn, h.pending)
}

func insert(tx *sql.Tx, turn int64, entries []Entry) error {
	for _, e := range entries {
		_, err := tx.Exec("INSERT INTO entry (turn, class, ordinal, kind, data) VALUES (?, ?, ?, ?, ?)", turn, int(e.Class), e.Ordinal, e.Kind, e.Data)
		if err != nil {
			return fmt.Errorf("writing what happened: %w", err)
		}
	}
	return nil
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
		h.pending, h.turn, h.ended = nil, 0, true
	}
	return err
}
