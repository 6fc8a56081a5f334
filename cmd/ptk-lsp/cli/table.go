package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ptk-lsp/workspace/visible"
)

// Table prints rows in aligned columns.
type Table struct{ w *tabwriter.Writer }

// NewTable returns a table that prints to w.
func NewTable(w io.Writer) Table { return Table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)} }

// Row adds a row. No text of a cell can look like another cell or row.
func (t Table) Row(cells ...string) {
	for i, c := range cells {
		cells[i] = visible.Line(c)
	}
	fmt.Fprintln(t.w, strings.Join(cells, "\t"))
}

// Flush prints the rows.
func (t Table) Flush() { t.w.Flush() }
