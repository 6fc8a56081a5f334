package history

import (
	"database/sql"
	"fmt"
)

// Class is the purpose of an [Entry].
type Class int

// The classes.
const (
	Event   Class = iota // an event, to be shown
	Message              // a message of the prompt
	Mark                 // the beginning of the prompt, which is read from the newest mark on
)

// Entry is one row of a turn.
type Entry struct {
	Class Class
	// Ordinal is the number of a message in its conversation; for a mark, the number of the first message that stays.
	Ordinal int
	Kind    string
	Data    string // JSON; for a piece of text, the text
	// Turn is the id of the entry's turn; set by reading.
	Turn string
}

func insert(tx *sql.Tx, turn int64, entries []Entry) error {
	for _, e := range entries {
		_, err := tx.Exec("INSERT INTO entry (turn, class, ordinal, kind, data) VALUES (?, ?, ?, ?, ?)",
			turn, int(e.Class), e.Ordinal, e.Kind, e.Data)
		if err != nil {
			return fmt.Errorf("writing what happened: %w", err)
		}
	}
	return nil
}

// batch collects entries that are written together. Adjacent pieces of text of one kind become one entry.
type batch struct {
	entries []Entry
	grown   []byte // the text of the last entry while pieces are appended; else nil
}

func (b *batch) add(entries ...Entry) {
	b.settle()
	b.entries = append(b.entries, entries...)
}

// addPiece adds a piece of text. It reports whether it has begun a new entry.
func (b *batch) addPiece(kind, text string) bool {
	if n := len(b.entries); n > 0 && b.entries[n-1].Kind == kind {
		if b.grown == nil {
			b.grown = []byte(b.entries[n-1].Data)
		}
		b.grown = append(b.grown, text...)
		return false
	}
	b.add(Entry{Kind: kind, Data: text})
	return true
}

// settle appends the pieces to the last entry.
func (b *batch) settle() {
	if b.grown != nil {
		b.entries[len(b.entries)-1].Data, b.grown = string(b.grown), nil
	}
}
