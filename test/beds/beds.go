// Package beds finds what the scripts in this folder install, and has helpers for the tests of several rooms. Only tests use it.
package beds

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// MCP returns the path of the script of an official MCP server, such as server-everything; the test fails if it is not installed.
func MCP(t testing.TB, name string) string {
	t.Helper()
	path, err := FindMCP(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// FindMCP returns the path of the script of an official MCP server. The error says how to install it.
func FindMCP(name string) (string, error) {
	tools, err := folder()
	path := filepath.Join(tools, "mcp", "node_modules", "@modelcontextprotocol", name, "dist", "index.js")
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", fmt.Errorf("the MCP server %s is not installed: run make beds (or test/beds/mcp.sh), then this again (%w)", name, err)
	}
	return path, nil
}

// folder returns the absolute path of the folder of the scripts: PTK_TOOLS, else .tools at the top of the repository.
func folder() (string, error) {
	if dir := os.Getenv("PTK_TOOLS"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, ".tools"), nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("no go.mod above the test: %w", os.ErrNotExist)
		}
		dir = filepath.Dir(dir)
	}
}

// Log is a buffer that can be read while it is written. The zero value is empty.
type Log struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
