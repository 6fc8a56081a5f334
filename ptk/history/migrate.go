package history

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

//go:embed schema/*.sql
var embedded embed.FS

// migrations are the steps from each version of the file at path to the next: schema/0001.sql makes version 1 of version 0, and so
// on. Path is "" for a database in memory.
type migrations struct {
	path   string
	schema fs.FS
}

// run brings the database to the newest version. A file that has data is copied first. The caller holds the lock of the file.
func (m migrations) run(ctx context.Context, db *sql.DB) error {
	steps, err := fs.ReadDir(m.schema, "schema")
	if err != nil {
		return fmt.Errorf("reading the schema: %w", err)
	}
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("reading the history's version: %w", err)
	}
	if version > len(steps) {
		return fmt.Errorf("it was written by a newer ptk-lsp (version %d of the file, this one knows %d); update ptk-lsp", version, len(steps))
	}
	if version > 0 && version < len(steps) {
		if err := m.backup(ctx, db, version); err != nil {
			return err
		}
	}
	for ; version < len(steps); version++ {
		text, err := fs.ReadFile(m.schema, "schema/"+steps[version].Name())
		if err != nil {
			return fmt.Errorf("reading the schema: %w", err)
		}
		if err := step(ctx, db, string(text), version+1); err != nil {
			return err
		}
	}
	return nil
}

// step migrates to the next version, in one transaction.
func step(ctx context.Context, db *sql.DB, text string, to int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("changing the history to version %d: %w", to, err)
	}
	defer tx.Rollback() // no effect after a commit
	if _, err := tx.ExecContext(ctx, text+fmt.Sprintf("\nPRAGMA user_version = %d;", to)); err != nil {
		return fmt.Errorf("changing the history to version %d: %w", to, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("changing the history to version %d: %w", to, err)
	}
	return nil
}

// backup writes a copy of the database beside it, before a migration.
func (m migrations) backup(ctx context.Context, db *sql.DB, version int) error {
	to := m.backupPath(version)
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("removing the former backup: %w", err)
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("making a backup of the history: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("making a backup of the history: %w", err)
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("making a backup of the history: %w", err)
	}
	return nil
}

// dropBackups removes the copies that migrations made, which may hold what was deleted.
func (m migrations) dropBackups() error {
	steps, err := fs.ReadDir(m.schema, "schema")
	if err != nil {
		return fmt.Errorf("reading the schema: %w", err)
	}
	for version := range steps {
		if err := os.Remove(m.backupPath(version)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("removing a backup of the history: %w", err)
		}
	}
	return nil
}

func (m migrations) backupPath(version int) string {
	return fmt.Sprintf("%s.backup-v%d", m.path, version)
}
