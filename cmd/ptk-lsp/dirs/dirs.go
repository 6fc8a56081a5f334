// Package dirs names the folders and files that this program keeps outside of workspaces.
package dirs

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"ptk-lsp/workspace/index"
)

// Dirs are the folders of the user.
type Dirs struct{ env func(string) string }

// New returns the folders that the environment names, or the system's usual ones.
func New(env func(string) string) Dirs { return Dirs{env} }

// Config is the folder of the user's settings and instructions.
func (d Dirs) Config() string { return filepath.Join(d.configHome(), "ptk") }

func (d Dirs) configHome() string {
	if dir := d.env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return filepath.Join(d.env("HOME"), ".config")
	}
	return dir
}

// State is the folder of permissions, the undo journal and folders for programs.
func (d Dirs) State() string {
	if dir := d.env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "ptk")
}

// Data is the folder of conversations and the log. It differs from [Dirs.State] on Windows only.
func (d Dirs) Data() string {
	if dir := d.env("LOCALAPPDATA"); filepath.Separator == '\\' && filepath.IsAbs(dir) && !filepath.IsAbs(d.env("XDG_STATE_HOME")) {
		return filepath.Join(dir, "ptk")
	}
	return d.State()
}

// Log is the log file.
func (d Dirs) Log() string { return filepath.Join(d.Data(), "ptk-lsp.log") }

// History is the file of the conversations about a workspace: one file for each first folder.
func (d Dirs) History(folders []string) string {
	name := "no-folder"
	if len(folders) > 0 {
		dir := folders[0]
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		sum := sha256.Sum256([]byte(dir))
		name = portable(filepath.Base(dir)) + "-" + hex.EncodeToString(sum[:8])
	}
	return filepath.Join(d.Data(), "history", name+".db")
}

// portable replaces what some file system does not allow in a name.
func portable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	return s[:min(len(s), 40)]
}

// Cache is the folder of files that can be made again.
func (d Dirs) Cache() string {
	if dir := d.env("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk")
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "ptk")
}

// Index is the folder of the indexes for questions.
func (d Dirs) Index() string { return filepath.Join(d.Cache(), "index") }

// Trigrams is the place of the index for searches of a folder.
func (d Dirs) Trigrams(root string) string {
	return index.Place(filepath.Join(d.Cache(), "trigrams"), root)
}
