package history

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"
)

// writeTime bounds the wait for one write, the wait for other processes included.
const writeTime = 15 * time.Second

// database is the file of a store, opened when it is first needed. It is safe for concurrent use.
type database struct {
	migrations
	mu      sync.Mutex // guards what follows, and the opening
	db      *sql.DB    // nil before the first use
	notices []string
	suspect bool // an error showed damage: the file is opened and checked again

	writing sync.Mutex // held while this process writes: SQLite has one writer and polls for the others
}

// Notices returns, once, what the user should know about the file: that it can't be used, or was renamed because of damage.
func (d *database) Notices() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.notices
	d.notices = nil
	return n
}

// Close closes the file. It is opened again if the store is used afterwards.
func (d *database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.db == nil {
		return nil
	}
	err := d.db.Close()
	d.db = nil
	if err != nil {
		return fmt.Errorf("closing the history: %w", err)
	}
	return nil
}

// opened returns the open database.
func (d *database) opened(ctx context.Context) (*sql.DB, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.suspect && d.db != nil {
		_ = d.db.Close() // an error of a damaged file is known already
		d.db = nil
	}
	if d.db == nil {
		o := opener{migrations: d.migrations, check: d.suspect}
		db, err := o.open(ctx)
		d.notices = append(d.notices, o.notices...)
		if err != nil {
			return nil, err
		}
		d.db, d.suspect = db, false
	}
	return d.db, nil
}

// write runs f in a transaction, which is committed if f succeeds.
func (d *database) write(ctx context.Context, f func(*sql.Tx) error) error {
	db, err := d.opened(ctx)
	if err != nil {
		return err
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return d.checked(fmt.Errorf("writing the history: %w", err))
	}
	defer tx.Rollback() // no effect after a commit
	if err := f(tx); err != nil {
		return d.checked(err)
	}
	if err := tx.Commit(); err != nil {
		return d.checked(fmt.Errorf("writing the history: %w", err))
	}
	return nil
}

// read runs f on the open database.
func (d *database) read(ctx context.Context, f func(*sql.DB) error) error {
	db, err := d.opened(ctx)
	if err != nil {
		return err
	}
	return d.checked(f(db))
}

// checked returns the error; if it shows damage, the file is opened again and checked.
func (d *database) checked(err error) error {
	if !corrupted(err) {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.suspect = d.path != ""
	return fmt.Errorf("the history's file %s is damaged and will be set aside: %w", d.path, err)
}
