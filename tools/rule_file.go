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

	"ptk-lsp/workspace/private"
)

// Limits of a file of rules; each call is matched with all of them.
const (
	maxRuleFile = 1 << 20
	maxRules    = 10_000
	maxPattern  = 4 << 10 // bytes of a rule's pattern
)

// ruleFile stores rules in a file that several programs may read and change. It is in a folder below the one in which the
// program stores its state. If others can write it, or a folder above it, its rules don't apply.
type ruleFile struct{ path string } // "" stores nothing

// root returns the topmost folder that belongs to the program.
func (f *ruleFile) root() string { return filepath.Dir(filepath.Dir(f.path)) }

// read returns the rules. The error is a [*private.UnsafeError] if others may have written them.
func (f *ruleFile) read() ([]Rule, error) {
	if f.path == "" {
		return nil, nil
	}
	data, err := private.ReadFile(f.path, f.root(), maxRuleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the permissions: %w", err)
	}
	var rules []Rule
	if err := json.Unmarshal(data, &rules); err != nil {
		return nil, fmt.Errorf("reading the permissions: %s is damaged; remove it to start over: %w", f.path, err)
	}
	if err := boundedRules(rules); err != nil {
		return nil, fmt.Errorf("reading the permissions: %s is damaged; remove it to start over: %w", f.path, err)
	}
	for i := range rules {
		rules[i].Scope = ScopeWorkspace
	}
	return rules, nil
}

// boundedRules checks that the rules can be matched quickly.
func boundedRules(rules []Rule) error {
	if len(rules) > maxRules {
		return fmt.Errorf("there are %d rules; the limit is %d", len(rules), maxRules)
	}
	for _, r := range rules {
		if len(r.Tool)+len(r.Match) > maxPattern {
			return fmt.Errorf("a rule of %d bytes is too long", len(r.Tool)+len(r.Match))
		}
	}
	return nil
}

// change reads, changes and writes the rules under a lock.
func (f *ruleFile) change(ctx context.Context, how func([]Rule) ([]Rule, error)) (err error) {
	if f.path == "" {
		_, err := how(nil)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return fmt.Errorf("storing the permissions: %w", err)
	}
	if err := private.Check(f.path, f.root()); err != nil {
		return fmt.Errorf("storing the permissions: %w", err)
	}
	lock := flock.New(f.path+".lock", flock.SetPermissions(0o600))
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

// write replaces the file atomically.
func (f *ruleFile) write(rules []Rule) error {
	if err := boundedRules(rules); err != nil {
		return fmt.Errorf("storing the permissions: %w", err)
	}
	data, err := json.MarshalIndent(rules, "", "  ")
	if err != nil {
		return fmt.Errorf("storing the permissions: %w", err)
	}
	if len(data) >= maxRuleFile {
		return fmt.Errorf("storing the permissions: %s would be larger than %d KiB; revoke some", f.path, maxRuleFile>>10)
	}
	temp := f.path + "." + rand.Text() + ".tmp"
	if err = os.WriteFile(temp, append(data, '\n'), 0o600); err == nil {
		err = os.Rename(temp, f.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("storing the permissions: %w", err), os.RemoveAll(temp))
	}
	return nil
}
