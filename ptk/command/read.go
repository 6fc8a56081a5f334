package command

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/regular"
)

const (
	maxFile     = 64 << 10 // bytes
	maxCommands = 200      // of one folder
	maxEntries  = 4 << 10  // that are read of one folder
	maxName     = 64       // bytes
	extension   = ".md"
)

//go:embed builtin/*.md
var builtin embed.FS

var fileName = regexp.MustCompile(`^[a-zA-Z][\w-]*$`)

// builtinCommands returns the commands that are part of the program.
func builtinCommands() (all []Command) {
	entries, err := builtin.ReadDir("builtin")
	if err != nil {
		panic(fmt.Sprintf("reading the built-in commands: %v", err))
	}
	for _, name := range names(entries) {
		data, err := builtin.ReadFile("builtin/" + name + extension)
		if err != nil {
			panic(fmt.Sprintf("reading the built-in commands: %v", err))
		}
		all = append(all, parse(name, string(data), false))
	}
	return all
}

// folder is a folder of commands.
type folder struct {
	path    string
	project bool
	open    func(path string) (*os.File, error)
	read    func(path string) (string, error)
	leftOut func(path string, err error) // reports what can't be read
}

// userFolder returns the folder of the user's own commands.
func userFolder(dir string, leftOut func(string, error)) folder {
	return folder{path: filepath.Join(dir, "commands"), open: openFolder, leftOut: leftOut, read: func(path string) (string, error) {
		data, err := regular.Read(path, maxFile)
		return string(data), err
	}}
}

// openFolder opens a folder and nothing else: opening a pipe would block.
func openFolder(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", path)
	}
	return os.Open(path)
}

// projectFolder returns the folder of the commands of a workspace folder. Links in it don't count: they could lead anywhere.
//
//nolint:contextcheck // the end of one request does not make a small file unreadable, which would be reported to the user
func projectFolder(ws *workspace.Workspace, root string, leftOut func(string, error)) folder {
	path := filepath.Join(root, ".ptk", "commands")
	return folder{path: path, project: true, open: ws.OpenFolder, leftOut: leftOut, read: func(path string) (string, error) {
		if info, err := ws.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", errors.New("a command of the workspace may not be a link")
		}
		return ws.ReadSmall(context.Background(), path, maxFile)
	}}
}

// commands reads the commands of the folder.
func (f folder) commands() (all []Command) {
	dir, err := f.open(f.path)
	if err != nil {
		f.leftOut(f.path, err)
		return nil
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(maxEntries) //nolint:errcheck // entries that were read before an error count
	found := names(entries)
	if len(found) > maxCommands || len(entries) == maxEntries {
		f.leftOut(f.path, fmt.Errorf("there are more than %d commands; the others do not count", maxCommands))
		found = found[:min(len(found), maxCommands)]
	}
	for _, name := range found {
		path := filepath.Join(f.path, name+extension)
		text, err := f.read(path)
		if err != nil {
			f.leftOut(path, err)
			continue
		}
		all = append(all, parse(name, text, f.project))
	}
	return all
}

// names returns the names of the commands among the entries of a folder, sorted.
func names(entries []fs.DirEntry) (found []string) {
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok && len(name) <= maxName && fileName.MatchString(name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}
