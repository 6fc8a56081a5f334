// Command gen writes the editors' types of the protocol from the Go structs of lsp/wire.
// It knows no struct by name; what it can't express it refuses, so that nothing is left out in silence.
// Start at [parse], which reads the package, and [typeScript] and [lua], which write it down.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen FILE.ts FILE.lua (in the folder of the structs)")
		os.Exit(2)
	}
	if err := run(".", os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir, tsFile, luaFile string) error {
	s, err := parse(dir)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{tsFile: typeScript(s), luaFile: lua(s)} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
