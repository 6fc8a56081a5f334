package shell

import (
	"strings"
)

// programs judges the programs of the table.
type programs struct {
	*files
	tables *tables
}

// table returns the tables, which are parsed on first use.
func (ps *programs) table() *tables {
	if ps.tables == nil {
		ps.tables = parsedTables()
	}
	return ps.tables
}

// commands judges simple commands.
type commands struct {
	*programs
	budget *budget
	// script judges the text of a script that a command runs.
	script func(text string, st *state) (code string)
}

// program returns the full path of a program of the system.
func (ps *programs) program(name string) string {
	path := ps.world.Program(base(name))
	if strings.Contains(name, "/") && !systemFolder(name) {
		return ""
	}
	return path
}
