package workspace

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"time"
)

// leftover is the name of a file that was being written, which one finds only where the program was killed meanwhile.
var leftover = regexp.MustCompile(`^\.ptk-[A-Z2-7]{26}\.tmp$`)

// leftoverAge is how old such a file is that no process can be writing any more.
const leftoverAge = 10 * time.Minute

// sweep removes what killed writes have left in the file's folder. A folder is looked at once; what can't be removed stays.
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
			_ = f.root.Remove(filepath.Join(filepath.FromSlash(dir), e.Name())) // it harms nobody where it can't be
		}
	}
}
