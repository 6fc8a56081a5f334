package ptk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/workspace/regular"
)

const (
	maxCommand  = 64 << 10 // bytes of a command's file
	maxCommands = 200      // of one folder
	maxEntries  = 4 << 10  // of a folder of commands that are looked at
)

// ownCommands returns the built-in commands and after them the user's, both as their files say.
func (m *Manager) ownCommands() (all []command) {
	entries, err := builtinCommands.ReadDir("commands")
	if err != nil {
		panic(fmt.Sprintf("the built-in commands: %v", err)) // they are part of the program
	}
	for _, name := range commandNames(entries) {
		data, err := builtinCommands.ReadFile("commands/" + name + commandEnding)
		if err != nil {
			panic(fmt.Sprintf("the built-in commands: %v", err))
		}
		all = append(all, parseCommand(name, string(data), true))
	}
	if m.cfg.UserDir == "" {
		return all
	}
	dir := filepath.Join(m.cfg.UserDir, "commands")
	return append(all, m.readCommands(dir, openFolder, true, func(path string) (string, error) {
		data, err := regular.Read(path, maxCommand)
		return string(data), err
	})...)
}

// openFolder opens a folder; whatever else stands there is not opened.
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

// projectCommands returns the commands of the workspace, those of the first folder first; of two with one name the first counts.
// Their files may be no links, which could lead to anything.
func (m *Manager) projectCommands() (all []command) {
	if m.cfg.Restricted {
		return nil
	}
	for _, f := range m.cfg.Workspace.Folders() {
		dir := filepath.Join(f.Path, ".ptk", "commands")
		found := m.readCommands(dir, m.cfg.Workspace.OpenFolder, false, func(path string) (string, error) {
			if info, err := m.cfg.Workspace.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				return "", errors.New("a command of the workspace may not be a link")
			}
			return m.cfg.Workspace.ReadSmall(context.Background(), path, maxCommand)
		})
		for _, c := range found {
			if !slices.ContainsFunc(all, func(h command) bool { return h.name == c.name }) {
				all = append(all, c)
			}
		}
	}
	return all
}

// readCommands reads the commands of a folder; what can't be read is left out and told.
func (m *Manager) readCommands(dir string, open func(string) (*os.File, error), trusted bool, read func(path string) (string, error)) (all []command) {
	folder, err := open(dir)
	if err != nil {
		m.skipped.add(dir, err)
		return nil
	}
	defer folder.Close()
	entries, _ := folder.ReadDir(maxEntries) //nolint:errcheck // what was read before counts
	names := commandNames(entries)
	if len(names) > maxCommands || len(entries) == maxEntries {
		m.skipped.add(dir, fmt.Errorf("there are more than %d commands; the others do not count", maxCommands))
		names = names[:min(len(names), maxCommands)]
	}
	for _, name := range names {
		path := filepath.Join(dir, name+commandEnding)
		text, err := read(path)
		if err != nil {
			m.skipped.add(path, err)
			continue
		}
		all = append(all, parseCommand(name, text, trusted))
	}
	return all
}

// commandEnding ends the name of a command's file.
const commandEnding = ".md"

// commandNames returns the names of the commands among the entries of a folder, sorted.
func commandNames(entries []fs.DirEntry) (names []string) {
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), commandEnding); ok && len(name) <= longestName && commandName.MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
