package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Fork gives a copy of a conversation the records of the turns that it has, so that they can be undone from there too.
func (j *Journal) Fork(from, to string, turns []string) error {
	if j == nil {
		return nil
	}
	all, err := j.log(from)
	if err != nil {
		return err
	}
	var data []byte
	for _, r := range all {
		if !slices.Contains(turns, r.Turn) {
			continue
		}
		line, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("copying a conversation's changes: %w", err)
		}
		data = append(append(data, line...), '\n')
	}
	if len(data) == 0 {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := os.Stat(j.logPath(to)); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("copying a conversation's changes: the copy has some already"), err)
	}
	if err := j.store(j.logPath(to), string(data)); err != nil {
		return fmt.Errorf("copying a conversation's changes: %w", err)
	}
	return nil
}
