package search

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

// TestMain runs the tests, or one search as the child of a benchmark, so that whole processes are compared.
func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		if err := child(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

const childEnv = "PTK_SEARCH_CHILD"

// child lists the files of the working directory, or looks for something in them, and prints it as rg does.
func child(spec string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	o := Options{Root: dir, Global: GlobalIgnore(dir, os.Getenv)}
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	defer out.Flush()
	if spec == "list" {
		return Walk(context.Background(), o, func(e Entry) error {
			out.WriteString(e.Rel)
			return out.WriteByte('\n')
		})
	}
	var q Query
	if err := json.Unmarshal([]byte(spec), &q); err != nil {
		return err
	}
	var line []byte
	_, err = Stream(context.Background(), o, q, func(found []Match) {
		for _, m := range found {
			line = append(append(line[:0], m.Rel...), ':')
			line = append(strconv.AppendInt(line, int64(m.Line), 10), ':')
			out.Write(append(append(line, m.Text...), '\n'))
		}
	})
	return err
}
