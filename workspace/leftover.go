package workspace

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"time"
)

// leftover matches the name of a file that was being written; such a file is left if the program was killed meanwhile.
var leftover = regexp.MustCompile(`^\.ptk-[A-Z2-7]{26}\.tmp$`)

// leftoverAge is the age from which on no process can still be writing such a file.
const leftoverAge = 10 * time.Minute

// sweep removes what killed writes left in the file's folder. A folder is searched once; what can't be removed stays.
func (f File) sweep() {
	dir := path.Dir(f.Rel)
	if _, done := f.root.swept.LoadOrStore(dir, true); done {
		return
	}
	entries, err := fs.ReadDir(f.root.FS(), dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !leftover.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftoverAge {
			_ = f.root.Remove(filepath.Join(filepath.FromSlash(dir), e.Name())) // it does no harm
		}
	}
}
