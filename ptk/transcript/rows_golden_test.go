package transcript

import (
	"database/sql"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
)

// oldRow is a row of the old history, see old_history_test.go.
type oldRow struct {
	class      history.Class
	ordinal    int
	kind, data string // the kind of a turn's request and result is that
}

func oldRows(t *testing.T) (rows []oldRow) {
	t.Helper()
	data, err := os.ReadFile("../testdata/history/history.db")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "history.db")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Query(`SELECT class, ordinal, kind, data FROM entry
		UNION ALL SELECT -1, 0, 'request', request FROM turn UNION ALL SELECT -1, 0, 'result', result FROM turn WHERE result IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var r oldRow
		if err := found.Scan(&r.class, &r.ordinal, &r.kind, &r.data); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := found.Err(); err != nil || len(rows) < 300 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	return rows
}

// TestOldRowsComeBackByteForByte reads each row that an earlier program wrote and writes it again.
func TestOldRowsComeBackByteForByte(t *testing.T) {
	for _, r := range oldRows(t) {
		again, err := rewritten(r)
		if err != nil {
			t.Errorf("%s: %v", r.kind, err)
		} else if d := cmp.Diff(r, again, cmp.AllowUnexported(oldRow{})); d != "" {
			t.Errorf("(-before +now):\n%s", d)
		}
	}
}

func rewritten(r oldRow) (oldRow, error) {
	e := history.Entry{Class: r.class, Ordinal: r.ordinal, Kind: r.kind, Data: r.data}
	switch {
	case r.kind == "request":
		v, err := restoredRequest(r.data)
		return oldRow{r.class, 0, r.kind, storedRequest(v)}, err
	case r.kind == "result":
		v, err := restoredChatResult(r.data)
		return oldRow{r.class, 0, r.kind, storedResult(*v)}, err
	case r.class == history.Message:
		m, err := restored(e)
		e = messageEntry(m)
		return oldRow{e.Class, e.Ordinal, e.Kind, e.Data}, err
	case r.class == history.Mark:
		m, err := restoredMark(e)
		e = markEntry(m)
		return oldRow{e.Class, e.Ordinal, e.Kind, e.Data}, err
	}
	v, err := eventOf(e)
	if err != nil {
		return oldRow{}, err
	}
	e, _ = eventEntry(v)
	return oldRow{e.Class, e.Ordinal, e.Kind, e.Data}, nil
}

// TestOldHistoryHoldsEverything checks that the old history has every event and every field of every record, so that the
// tests that read it cover all of them.
func TestOldHistoryHoldsEverything(t *testing.T) {
	notInIt := []string{
		"Summary.Dropped", // of a conversation longer than this one
		// newer than this history
		"Mark.Cut", "UserMessage.Attachments", "Request.Continue", "Retry.Of", "Error.Kind", "Error.Provider",
		"ToolError.Rejected", "ToolError.Feedback",
	}
	events, set, all := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range oldRows(t) {
		v := recordOf(t, r)
		if e, err := eventOf(history.Entry{Kind: r.kind, Data: r.data}); err == nil {
			events[reflect.TypeOf(e).Name()] = true
		}
		if v != nil {
			noteFields(reflect.ValueOf(v), set, all)
		}
	}
	for _, name := range eventTypes(t) {
		if !events[name] {
			t.Errorf("it has no %s", name)
		}
	}
	for field := range all {
		if set[field] == slices.Contains(notInIt, field) {
			t.Errorf("%s: set in some row is %v", field, set[field])
		}
	}
}

// recordOf decodes a row; it returns nil for rows that are not JSON.
func recordOf(t *testing.T, r oldRow) any {
	t.Helper()
	decode := map[string]func(string) (any, error){
		"request": as[record.Request], "result": as[record.Result], record.KindMessage: as[record.Message],
		record.KindMark:      as[record.Mark],
		record.KindTurnStart: as[record.TurnStart], record.KindIteration: as[record.Iteration],
		record.KindToolCall:   as[record.ToolCallStart],
		record.KindToolOutput: as[record.ToolOutput], record.KindToolResult: as[record.ToolResult],
		record.KindUserMessage: as[record.UserMessage],
		record.KindPlan:        as[record.Plan], record.KindRetry: as[record.Retry], record.KindUsage: as[record.UsageUpdate],
		record.KindWarning: as[record.Warning],
	}[r.kind]
	if decode == nil {
		return nil
	}
	v, err := decode(r.data)
	if err != nil {
		t.Fatalf("%s %s: %v", r.kind, r.data, err)
	}
	return v
}

func as[R any](data string) (any, error) { return record.Decode[R](data) }

// noteFields notes the fields of all structs in a value, and which of them are set.
func noteFields(v reflect.Value, set, all map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			noteFields(v.Elem(), set, all)
		}
	case reflect.Slice:
		for i := range v.Len() {
			noteFields(v.Index(i), set, all)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			all[name] = true
			set[name] = set[name] || !v.Field(i).IsZero()
			noteFields(v.Field(i), set, all)
		}
	}
}
