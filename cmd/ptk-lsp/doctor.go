package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	proc "ptk-lsp/tools/process"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// finding is one thing that doctor looked at.
type finding struct {
	Area string `json:"area"` // "settings", "provider", "workspace", "editor", …
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
	// Do says what to do about it; empty where nothing needs doing.
	Do string `json:"do,omitempty"`
}

// doctor tells what works here and what to do about what doesn't. It fails only where no chat is possible.
func (a *app) doctor(ctx context.Context, args []string) int {
	s, asJSON, code, ok := a.listing(ctx, "doctor", args)
	if !ok {
		return code
	}
	defer s.close(a)
	found := append(s.settingsFindings(), s.providerFindings(ctx)...)
	found = append(found, s.workspaceFindings(ctx)...)
	found = append(found, a.searchFindings(s)...)
	found = append(found, s.serverFindings(ctx)...)
	found = append(found, s.editorFindings(ctx)...)
	found = append(found, a.sandboxFindings(ctx)...)
	found = append(found, s.embeddingsFinding())
	if asJSON {
		return a.printJSON(map[string]any{"findings": found})
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, f := range found {
		mark := "ok"
		if !f.OK {
			mark = "--"
		}
		row(w, mark, f.Area, f.Name, f.Says)
		if f.Do != "" {
			row(w, "", "", "", "  "+f.Do)
		}
	}
	w.Flush()
	return exitOK
}

func (s *stack) settingsFindings() []finding {
	var found []finding
	for _, f := range []string{s.layers.UserFile, s.layers.WorkspaceFile()} {
		found = append(found, finding{Area: "settings", Name: f, OK: true, Says: "is read where it exists"})
	}
	for _, p := range s.problems {
		found = append(found, finding{Area: "settings", Name: p.Source, Says: p.String(), Do: "Mend or remove this setting."})
	}
	return found
}

func (s *stack) providerFindings(ctx context.Context) []finding {
	list, current := s.manager.Models(ctx)
	var found []finding
	counts := map[string]int{}
	for _, m := range list {
		if counts[m.Provider]++; counts[m.Provider] > 1 {
			continue
		}
		f := finding{Area: "provider", Name: m.Provider, OK: m.Available, Says: m.Reason}
		if m.Provider+"/" == current[:min(len(current), len(m.Provider)+1)] {
			f.Says += " (in use: " + current + ")"
		}
		if !m.Available {
			f.Do = "Leave it, or set it up: see the README under Models."
		}
		found = append(found, f)
	}
	return found
}

func (s *stack) workspaceFindings(ctx context.Context) []finding {
	var found []finding
	read, leftOut := s.manager.Steering(ctx)
	for _, f := range s.workspace.Folders() {
		says := "can be read"
		for _, path := range read {
			if rel, err := filepath.Rel(f.Path, path); err == nil && filepath.IsLocal(rel) {
				says += "; " + filepath.ToSlash(rel) + " gives its rules"
			}
		}
		found = append(found, finding{Area: "workspace", Name: f.Path, OK: true, Says: says})
	}
	for _, text := range leftOut {
		found = append(found, finding{Area: "workspace", Name: "instructions", Says: text, Do: "Remove the file, or put a copy of what it leads to in its place."})
	}
	return found
}

// searchFindings tell of the index by which files are searched.
func (a *app) searchFindings(s *stack) []finding {
	var found []finding
	for _, f := range s.workspace.Folders() {
		place := a.trigramPlace(f.Path)
		x := trigram.Open(place, search.Options{Root: f.Path})
		st := x.Status()
		x.Close()
		found = append(found, finding{Area: "search", Name: f.Path, OK: true, Says: trigramState{place, st.Files, st.Bytes}.String()})
	}
	return found
}

// editorFindings tells which of the editors that have a front end are on the PATH.
func (s *stack) editorFindings(ctx context.Context) []finding {
	place := proc.Place{Neutral: s.neutral.dir, Folders: folderPaths(s.workspace)}
	var found []finding
	for _, e := range []struct{ name, program, do string }{
		{"Neovim", "nvim", "Install Neovim 0.10 or newer, then see editors/neovim/README.md."},
		{"VS Code", "code", "Install the extension in the editor: see editors/vscode/README.md."},
	} {
		f := finding{Area: "editor", Name: e.name}
		if says, err := firstLine(ctx, place, e.program, "--version"); err != nil {
			f.Says, f.Do = e.program+" is not on the PATH", e.do
		} else {
			f.OK, f.Says = true, says
		}
		found = append(found, f)
	}
	return found
}

// firstLine runs a program for a few seconds at most and returns the first line that it prints.
func firstLine(ctx context.Context, place proc.Place, argv ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	spec, err := place.Spec(argv, "", os.Environ())
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, spec.Argv[0], spec.Argv[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = spec.Dir, spec.Env, time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("running %s: %w", argv[0], err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}
