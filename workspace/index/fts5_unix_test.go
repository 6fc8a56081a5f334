//go:build unix

package index

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the peer

	"ptk-lsp/workspace/regular"
	"ptk-lsp/workspace/search"

	"ptk-lsp/workspace/index/chunk"
)

// BenchmarkBesideFTS5 builds the index and an FTS5 index of SQLite of the same chunks in turn, and queries both.
func BenchmarkBesideFTS5(b *testing.B) { eachTree(b, besideFTS5) }

func besideFTS5(b *testing.B, root string) {
	for b.Loop() {
		x, err := Open(b.TempDir(), Options{Search: search.Options{Root: root}})
		if err != nil {
			b.Fatal(err)
		}
		start := cpuTime(b)
		if err := x.Refresh(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		ours := cpuTime(b) - start
		db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "fts.db"))
		if err != nil {
			b.Fatal(err)
		}
		start = cpuTime(b)
		read := fts5(b, db, x)
		theirs := cpuTime(b) - start - read
		b.ReportMetric(ours.Seconds()/theirs.Seconds(), "x-build-cpu")
		b.ReportMetric(compareQueries(b, x, db), "x-query")
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// fts5 fills the table and returns how much of the time went into reading and cutting the files.
func fts5(b *testing.B, db *sql.DB, x *Index) (read time.Duration) {
	must := func(q string) {
		if _, err := db.Exec(q); err != nil {
			b.Fatal(err)
		}
	}
	must("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE VIRTUAL TABLE t USING fts5(text, content='', detail=full)")
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.Prepare("INSERT INTO t(rowid, text) VALUES(?, ?)")
	if err != nil {
		b.Fatal(err)
	}
	id := 0
	for rel := range x.files {
		start := cpuTime(b)
		text, err := regular.Read(x.source().path(rel), maxFile)
		if err != nil || slices.Contains(text[:min(len(text), sniffed)], 0) || x.files[rel].entry().Size > maxFile {
			continue
		}
		cut := chunk.Split(rel, text)
		read += cpuTime(b) - start
		for _, c := range cut {
			id++
			if _, err := insert.Exec(id, string(c.Text)); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	return read
}

// compareQueries returns the ratio of the medians.
func compareQueries(b *testing.B, x *Index, db *sql.DB) float64 {
	var ours, theirs []float64
	for _, q := range []string{
		"pods evicted memory low", "suspend resume usb device", "parse command line flags", "allocate memory",
		"lock released timeout",
	} {
		for range 5 {
			start := time.Now()
			if _, err := x.Search(b.Context(), q, 20); err != nil {
				b.Fatal(err)
			}
			ours = append(ours, time.Since(start).Seconds())
			start = time.Now()
			rows, err := db.Query("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 20", strings.ReplaceAll(q, " ", " OR "))
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
			}
			if err := rows.Close(); err != nil {
				b.Fatal(err)
			}
			theirs = append(theirs, time.Since(start).Seconds())
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	return ours[len(ours)/2] / theirs[len(theirs)/2]
}
