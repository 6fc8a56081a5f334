package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Forget drops the records of a conversation, and the contents that only it needs.
func (j *Journal) Forget(conversation string) error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	own := map[string]bool{}
	log := j.logPath(conversation)
	err := note(log, own)
	if err == nil {
		err = os.Remove(log)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("forgetting a conversation's changes: %w", err)
	}
	return j.drop(own)
}

// drop removes contents that no conversation needs.
func (j *Journal) drop(hashes map[string]bool) error {
	logs, err := filepath.Glob(filepath.Join(j.dir, "turns", "*.jsonl"))
	needed := map[string]bool{"": true}
	for _, log := range logs {
		if e := note(log, needed); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	if err != nil {
		return fmt.Errorf("forgetting a conversation's changes: %w", err)
	}
	var errs []error
	for hash := range hashes {
		if needed[hash] {
			continue
		}
		if err := os.Remove(j.contentPath(hash)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
