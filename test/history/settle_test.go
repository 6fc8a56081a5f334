package history_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // opens the file
)

// begun is when the first conversation of a settled history began, in Unix milliseconds: 2026-03-01 08:00 UTC.
const begun = 1_772_352_000_000

// settle copies a history and puts what differs from run to run (ids, times, the folder's path, the machine's name) in a
// fixed form. The rest stays as the program wrote it.
func settle(t *testing.T, from, folder, to string) {
	t.Helper()
	if err := os.Remove(to); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	db := opened(t, from)
	if _, err := db.Exec("VACUUM INTO ?", to); err != nil {
		t.Fatal(err)
	}
	db = opened(t, to)
	s := settler{t: t, folder: folder, ids: map[string]string{}}
	for _, c := range []struct{ table, key, column, order string }{
		{"conversation", "rowid", "id", "created, rowid"},
		{"turn", "key", "id", "key"},
		{"turn", "key", "conversation", "key"},
		{"entry", "key", "data", "key"},
		{"turn", "key", "request", "key"},
		{"turn", "key", "result", "key"},
		{"conversation", "rowid", "title", "rowid"},
		{"conversation", "rowid", "forked_from", "rowid"},
		{"conversation", "rowid", "holder", "rowid"},
		{"search", "rowid", "text", "rowid"},
	} {
		s.column(db, c.table, c.key, c.column, c.order)
	}
	for _, q := range []string{
		fmt.Sprintf("UPDATE turn SET started = %d + key * 60000", begun),
		fmt.Sprintf("UPDATE conversation SET created = %d + rowid * 60000, updated = %d + (100 + rowid) * 60000", begun, begun),
		fmt.Sprintf("UPDATE conversation SET held_until = %d WHERE holder != ''", begun),
		"INSERT INTO search (search) VALUES ('optimize')", "VACUUM",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(q, err)
		}
	}
}

func opened(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=foreign_keys(off)&_pragma=secure_delete(on)")
	check(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { check(t, db.Close()) })
	return db
}

// settler gives each id another one, the same each time.
type settler struct {
	t      *testing.T
	folder string
	ids    map[string]string
}

func (s *settler) column(db *sql.DB, table, key, column, order string) {
	s.t.Helper()
	rows, err := db.Query(fmt.Sprintf("SELECT %s, %s FROM %s WHERE %s IS NOT NULL ORDER BY %s", key, column, table, column, order))
	check(s.t, err)
	changed := map[int64]string{}
	for rows.Next() {
		var k int64
		var text string
		check(s.t, rows.Scan(&k, &text))
		changed[k] = s.text(text)
	}
	check(s.t, rows.Err())
	check(s.t, rows.Close())
	for k, text := range changed {
		_, err := db.Exec(fmt.Sprintf("UPDATE %s SET %s = ? WHERE %s = ?", table, column, key), text, k)
		check(s.t, err)
	}
}

func (s *settler) text(text string) string {
	text = regexp.MustCompile(`\b[A-Z2-7]{26}\b`).ReplaceAllStringFunc(text, func(id string) string {
		if s.ids[id] == "" {
			s.ids[id] = fmt.Sprintf("GOLDEN%020d", len(s.ids)+1)
		}
		return s.ids[id]
	})
	text = strings.ReplaceAll(text, s.folder, "/home/ann/shop")
	text = regexp.MustCompile(`"Duration":\d+`).ReplaceAllString(text, `"Duration":1500000000`)
	text = regexp.MustCompile(`"Delay":[1-9]\d*`).ReplaceAllString(text, `"Delay":500000000`)
	text = regexp.MustCompile(`"duration_ms":\d+`).ReplaceAllString(text, `"duration_ms":15`)
	text = regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(text, `127.0.0.1:4711`)
	return regexp.MustCompile(`^[^:{}\n]+:\d+:(GOLDEN\d{20}):(GOLDEN\d{20})$`).ReplaceAllString(text, "golden-host:4711:$1:$2")
}

// rows writes all tables as text.
func rows(t *testing.T, path string) string {
	t.Helper()
	db := opened(t, path)
	var b strings.Builder
	for _, q := range []string{
		"SELECT * FROM conversation ORDER BY rowid", "SELECT * FROM turn ORDER BY key", "SELECT * FROM entry ORDER BY key",
		"SELECT rowid, text FROM search ORDER BY rowid",
	} {
		all, err := db.Query(q)
		check(t, err)
		names, err := all.Columns()
		check(t, err)
		for all.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			check(t, all.Scan(into...))
			for i, v := range values {
				fmt.Fprintf(&b, "%s=%#v ", names[i], v)
			}
			b.WriteString("\n")
		}
		check(t, all.Err())
	}
	return b.String()
}

// kinds lists the kinds of rows that a history has.
func kinds(t *testing.T, path string) (all []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	check(t, err)
	copied := filepath.Join(t.TempDir(), "copy.db") // to open a file is to write beside it
	check(t, os.WriteFile(copied, data, 0o600))
	found, err := opened(t, copied).Query("SELECT DISTINCT class || ' ' || kind FROM entry ORDER BY 1")
	check(t, err)
	for found.Next() {
		var kind string
		check(t, found.Scan(&kind))
		all = append(all, kind)
	}
	check(t, found.Err())
	return all
}
