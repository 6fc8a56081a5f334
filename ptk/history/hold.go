package history

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// lease is how long a conversation stays taken without a word from its holder. It is renewed by every write and in
	// between, so that it runs out only where the process hangs, or its machine is gone.
	lease   = 15 * time.Second
	renewal = lease / 3
	// batch is how long pieces of text wait to be written together.
	batch = 50 * time.Millisecond
)

// Hold is a conversation that is taken for a turn: nobody else can take it until it is released, here or in another
// process. Its methods are safe for concurrent use.
type Hold struct {
	store  *Store
	id     string
	holder string
	ctx    context.Context // of the writes; it outlives a cancelled turn

	mu      sync.Mutex // guards what follows, and the order of writes
	isNew   bool       // the conversation has no row yet
	begun   bool       // a turn has begun
	ended   bool       // the turn's end gave the conversation back
	turn    int64      // key of the running turn; 0 before it begins
	pending []Entry    // events not yet written
	grown   []byte     // the text of the last of them, while it grows by pieces; nil else
	timer   *time.Timer
	stop    chan struct{} // ends the renewal
	stopped sync.WaitGroup
}

// Class says what an [Entry] is for.
type Class int

// The classes.
const (
	Event   Class = iota // something that happened, to be shown
	Message              // a message of the prompt
	Mark                 // what became of the messages before: the prompt is read from the newest mark on
)

// Entry is one row of a turn.
type Entry struct {
	Class Class
	// Ordinal is a message's number in its conversation; of a mark it is the number of the first message that stays.
	Ordinal int
	Kind    string
	Data    string // JSON; of a piece of text, the text
	// Turn is the id of the entry's turn; set by reading.
	Turn string
}

// given is how the row of a conversation says that nobody holds it.
const given = "holder = '', held_until = 0"

// Take takes a conversation; "" makes a new one, which is kept from its first turn on. It fails with [ErrUnknown] or [ErrBusy].
func (s *Store) Take(ctx context.Context, id string) (*Hold, error) {
	h := &Hold{store: s, id: id, holder: s.me + ":" + rand.Text(), ctx: context.WithoutCancel(ctx), stop: make(chan struct{})}
	if id == "" {
		h.id, h.isNew = rand.Text(), true
		if _, err := s.opened(ctx); err != nil {
			return nil, err
		}
		return h, nil
	}
	if err := s.write(ctx, func(tx *sql.Tx) error { return h.take(ctx, tx) }); err != nil {
		return nil, err
	}
	h.renew()
	return h, nil
}

func (h *Hold) take(ctx context.Context, tx *sql.Tx) error {
	var holder string
	var until int64
	err := tx.QueryRowContext(ctx, "SELECT holder, held_until FROM conversation WHERE id = ?", h.id).Scan(&holder, &until)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("conversation %q: %w", h.id, ErrUnknown)
	case err != nil:
		return fmt.Errorf("reading conversation %s: %w", h.id, err)
	case holder != "" && until > milliseconds(time.Now()) && !dead(holder):
		return fmt.Errorf("conversation %s: %w", h.id, ErrBusy)
	case holder != "":
		if _, err := tx.ExecContext(ctx, indexOpen+" AND c.id = ?", h.id); err != nil {
			return fmt.Errorf("indexing conversation %s: %w", h.id, err)
		}
	}
	_, err = tx.ExecContext(ctx, "UPDATE conversation SET holder = ?, held_until = ? WHERE id = ?", h.holder, expiry(), h.id)
	if err != nil {
		return fmt.Errorf("taking conversation %s: %w", h.id, err)
	}
	return nil
}

func expiry() int64 { return milliseconds(time.Now().Add(lease)) }

// ID is the conversation's.
func (h *Hold) ID() string { return h.id }

// renew keeps the lease while nothing is written.
func (h *Hold) renew() {
	h.stopped.Go(func() {
		tick := time.NewTicker(renewal)
		defer tick.Stop()
		for {
			select {
			case <-h.stop:
				return
			case <-tick.C:
				h.mu.Lock()
				_ = h.write(func(*sql.Tx) error { return nil }) // the next write tells, to someone who can be told
				h.mu.Unlock()
			}
		}
	})
}

// write runs f in a transaction in which the conversation is still this holder's. The caller holds mu.
func (h *Hold) write(f func(*sql.Tx) error) error {
	return h.store.write(h.ctx, func(tx *sql.Tx) error {
		done, err := tx.Exec("UPDATE conversation SET held_until = ? WHERE id = ? AND holder = ?", expiry(), h.id, h.holder)
		if err != nil {
			return fmt.Errorf("keeping conversation %s: %w", h.id, err)
		}
		if n, err := done.RowsAffected(); err == nil && n == 0 {
			return fmt.Errorf("conversation %s: %w", h.id, ErrLost)
		}
		return f(tx)
	})
}

// Release gives the conversation back, after the last of its pieces is written.
func (h *Hold) Release() error {
	close(h.stop)
	h.stopped.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.begun {
		h.store.running.Add(-1)
	}
	if h.isNew || h.ended {
		return nil // no turn began, or its end gave the conversation back
	}
	h.halt()
	return h.write(func(tx *sql.Tx) error {
		if err := h.insertPending(tx); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE conversation SET "+given+" WHERE id = ?", h.id); err != nil {
			return fmt.Errorf("releasing conversation %s: %w", h.id, err)
		}
		return nil
	})
}
