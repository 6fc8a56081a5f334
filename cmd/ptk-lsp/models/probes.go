package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// probes stores how probed models call tools, in a file of the user's outside of every repository.
type probes struct {
	file string // "" stores nothing

	mu    sync.Mutex
	known map[string]string // "native" or "ptk" by "provider/model"; nil until it is read; guarded by mu
}

// probeFile returns the path of the file, or "" if there is no folder for it.
func probeFile(env func(string) string) string {
	if dir := env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk", "probed.json")
	}
	if home := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "ptk", "probed.json")
	}
	if dir := env("LOCALAPPDATA"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk", "probed.json")
	}
	return ""
}

// of returns how a model calls tools, or "" if it was not probed or the file can't be read.
func (p *probes) of(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		if p.read() != nil {
			p.known = map[string]string{}
		}
	}
	if how := p.known[name]; how == "native" || how == "ptk" {
		return how
	}
	return ""
}

// read reads the file; the caller holds mu.
func (p *probes) read() error {
	data, err := os.ReadFile(p.file)
	known := map[string]string{}
	if errors.Is(err, fs.ErrNotExist) {
		p.known = known
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, &known)
	}
	if err != nil {
		return fmt.Errorf("reading the results of probes: %w", err)
	}
	p.known = known
	return nil
}

// store stores how a model calls tools. A file that can't be read is left as it is.
func (p *probes) store(name, how string) error {
	if p.file == "" {
		return errors.New("storing the result of the probe: set HOME or XDG_STATE_HOME")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.read(); err != nil { // another process may have written
		return err
	}
	p.known[name] = how
	data, err := json.MarshalIndent(p.known, "", "  ")
	if err != nil {
		return fmt.Errorf("storing the result of the probe: %w", err)
	}
	if err := replace(p.file, append(data, '\n')); err != nil {
		return fmt.Errorf("storing the result of the probe: %w", err)
	}
	return nil
}

// replace writes a file atomically.
func replace(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".probed-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) //nolint:errcheck // gone after the rename
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}
