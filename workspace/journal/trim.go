package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Trim drops the conversations without a change since the given time, and the contents that nothing needs any more.
func (j *Journal) Trim(before time.Time) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	logs, err := filepath.Glob(filepath.Join(j.dir, "turns", "*.jsonl"))
	if err != nil {
		return fmt.Errorf("trimming the journal: %w", err)
	}
	needed := map[string]bool{}
	for _, log := range logs {
		info, err := os.Stat(log)
		if err == nil && info.ModTime().Before(before) {
			err = os.Remove(log)
		} else if err == nil {
			err = note(log, needed)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("trimming the journal: %w", err)
		}
	}
	return j.sweep(before, needed)
}

// note collects the hashes that a log needs.
func note(log string, needed map[string]bool) error {
	f, err := os.Open(log)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			needed[r.Before], needed[r.After] = true, true
		}
	}
	return lines.Err()
}

// sweep removes contents that are not needed; young ones may belong to a change that is about to be recorded.
func (j *Journal) sweep(before time.Time, needed map[string]bool) error {
	root := filepath.Join(j.dir, "contents")
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if needed[filepath.Base(filepath.Dir(path))+d.Name()] {
			return nil
		}
		info, err := d.Info()
		if err != nil || !info.ModTime().Before(before) {
			return err
		}
		return os.Remove(path)
	})
}
