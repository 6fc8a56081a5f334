package tools

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// ruleFile keeps rules in a file, which several programs may read and change.
type ruleFile struct{ path string } // "" keeps none

func (f *ruleFile) read() ([]Rule, error) {
	if f.path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the permissions: %w", err)
	}
	var rules []Rule
	if err := json.Unmarshal(data, &rules); err != nil {
		return nil, fmt.Errorf("reading the permissions: %s is damaged; remove it to begin anew: %w", f.path, err)
	}
	for i := range rules {
		rules[i].Scope = ScopeWorkspace
	}
	return rules, nil
}

// change reads, changes and writes the rules while no other program does.
func (f *ruleFile) change(ctx context.Context, how func([]Rule) ([]Rule, error)) (err error) {
	if f.path == "" {
		_, err := how(nil)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return fmt.Errorf("keeping the permissions: %w", err)
	}
	lock := flock.New(f.path + ".lock")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return fmt.Errorf("waiting for another program to write the permissions: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	rules, err := f.read()
	if err != nil {
		return err
	}
	if rules, err = how(rules); err != nil {
		return err
	}
	return f.write(rules)
}

// write replaces the file whole.
func (f *ruleFile) write(rules []Rule) error {
	data, err := json.MarshalIndent(rules, "", "  ")
	if err != nil {
		return fmt.Errorf("keeping the permissions: %w", err)
	}
	temp := f.path + "." + rand.Text() + ".tmp"
	if err = os.WriteFile(temp, append(data, '\n'), 0o600); err == nil {
		err = os.Rename(temp, f.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("keeping the permissions: %w", err), os.RemoveAll(temp))
	}
	return nil
}
