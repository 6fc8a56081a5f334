package journal

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/private"
)

// The journal's folder contains contents/AB/CDEF… by hash, and turns/HASH.jsonl with the records of one conversation.

// maxLog is the size limit of the records of one conversation.
const maxLog = 256 << 20

func (j *Journal) makeFolders() error {
	for _, d := range []string{"contents", "turns"} {
		if err := os.MkdirAll(filepath.Join(j.dir, d), 0o700); err != nil {
			return fmt.Errorf("making the journal's folder: %w", err)
		}
		if err := private.Check(filepath.Join(j.dir, d), filepath.Dir(j.dir)); err != nil {
			return fmt.Errorf("opening the journal's folder: %w", err)
		}
	}
	return nil
}

func (j *Journal) contentPath(hash string) string {
	return filepath.Join(j.dir, "contents", hash[:2], hash[2:])
}

func (j *Journal) logPath(conversation string) string {
	return filepath.Join(j.dir, "turns", workspace.Hash(conversation)[:32]+".jsonl")
}

// storeContent stores a content and sets its hash; it does nothing if there is no content.
func (j *Journal) storeContent(hash *string, content string, exists bool) error {
	if !exists {
		return nil
	}
	*hash = workspace.Hash(content)
	path := j.contentPath(*hash)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := j.store(path, content); err != nil {
		return fmt.Errorf("storing a content for undo: %w", err)
	}
	return nil
}

// store writes a file atomically.
func (j *Journal) store(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp := path + "." + rand.Text() + ".tmp"
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// content returns the content of a hash.
func (j *Journal) content(hash string) (string, error) {
	data, err := os.ReadFile(j.contentPath(hash))
	if err != nil {
		return "", fmt.Errorf("reading the journal: %w", err)
	}
	if got := workspace.Hash(string(data)); got != hash {
		return "", fmt.Errorf("the journal is damaged: %s holds something else", j.contentPath(hash))
	}
	return string(data), nil
}

// append writes a record and returns when it is on the disk.
func (j *Journal) append(conversation string, r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	f, err := os.OpenFile(j.logPath(conversation), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	// The newline before it protects this line from one that a crash left half written.
	_, err = f.Write(append(append([]byte("\n"), line...), '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

// records returns the changes of a turn and its undos, oldest first.
func (j *Journal) records(t Turn) ([]record, error) {
	byTurn, err := j.byTurn(t.Conversation)
	return byTurn[t.ID], err
}

// byTurn returns the changes of all turns of a conversation and their undos, oldest first.
func (j *Journal) byTurn(conversation string) (map[string][]record, error) {
	all, err := j.log(conversation)
	out := map[string][]record{}
	for _, r := range all {
		out[r.Turn] = append(out[r.Turn], r)
	}
	return out, err
}

// log returns the records of a conversation, oldest first. Lines that a crash left half written, and changes that were not made, are
// skipped.
func (j *Journal) log(conversation string) ([]record, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	data, err := private.ReadFile(j.logPath(conversation), filepath.Dir(j.dir), maxLog)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	var all []record
	void := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			void[r.ID] = void[r.ID] || r.Void
			all = append(all, r)
		}
	}
	return slices.DeleteFunc(all, func(r record) bool { return void[r.ID] }), lines.Err()
}
