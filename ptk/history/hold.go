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
	// lease is how long a conversation stays held without a write of its holder. It is renewed by every write and in
	// between, so that it expires only if the process hangs or its machine fails.
	lease   = 15 * time.Second
	renewal = lease / 3
	// batchTime is how long pieces of text wait to be written together.
	batchTime = 50 * time.Millisecond
)

// Hold is the lease of a conversation for a turn: no other turn can take it until it is released, in this process or another.
// Its methods are safe for concurrent use.
type Hold struct {
	store  *Store
	id     string
	holder string
	// ctx is that of the writes, also of those that a timer makes; it outlives a cancelled turn.
	ctx context.Context //nolint:containedctx // a hold is the lifetime of these writes

	mu      sync.Mutex // guards what follows, and the order of writes
	state   state
	turn    int64 // key of the running turn; 0 before it begins
	pending batch // events not yet written
	timer   *time.Timer
	stop    chan struct{} // ends the renewal
	stopped sync.WaitGroup
}

// state is the state of a [Hold].
type state int

const (
	taken   state = iota // no turn has begun
	isNew                // the same, and the conversation has no row yet
	running              // a turn has begun
	ended                // the end of the turn released the conversation
)

// given releases the row of a conversation.
const given = "holder = '', held_until = 0"

// Take takes the lease of a conversation; "" makes a new one, which is stored from its first turn on. It returns [ErrUnknown] or
// [ErrBusy].
func (s *Store) Take(ctx context.Context, id string) (*Hold, error) {
	h := &Hold{store: s, id: id, holder: s.me + ":" + rand.Text(), ctx: context.WithoutCancel(ctx), stop: make(chan struct{})}
	if id == "" {
		h.id, h.state = rand.Text(), isNew
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

// ID returns the id of the conversation.
func (h *Hold) ID() string { return h.id }

// renew renews the lease while nothing is written.
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
				_ = h.write(func(*sql.Tx) error { return nil }) // the next write fails too and reports it
				h.mu.Unlock()
			}
		}
	})
}

// write runs f in a transaction if the conversation is still held. The caller holds mu.
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

// Release writes what is pending and ends the lease.
func (h *Hold) Release() error {
	close(h.stop)
	h.stopped.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == running || h.state == ended {
		h.store.running.Add(-1)
	}
	if h.state == isNew || h.state == ended {
		return nil // no turn began, or its end released the conversation
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

// arm starts the timer that writes what is pending. The caller holds mu.
func (h *Hold) arm() {
	if h.timer != nil || h.turn == 0 {
		return
	}
	h.timer = time.AfterFunc(batchTime, func() {
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

// flush writes what is pending. The caller holds mu.
func (h *Hold) flush() error {
	h.halt()
	h.pending.settle()
	if len(h.pending.entries) == 0 || h.turn == 0 {
		return nil
	}
	if err := h.write(h.insertPending); err != nil {
		return err
	}
	h.pending = batch{}
	return nil
}

func (h *Hold) insertPending(tx *sql.Tx) error {
	h.pending.settle()
	if h.turn == 0 {
		return nil
	}
	return insert(tx, h.turn, h.pending.entries)
}
