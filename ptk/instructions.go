package ptk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/regular"
)

// instructionFiles are what a folder's instructions may be called; the first that is there counts. The others than AGENTS.md
// are those of other programs.
var instructionFiles = []string{"AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"}

// rules are the user's own instructions and those at the top of each folder of the workspace, read anew at each turn. They
// are text for the model and nothing else: no setting and no permission is taken from them.
func (t *turn) rules(ctx context.Context) string {
	var parts []string
	if own := t.ownRules(); own != "" {
		parts = append(parts, own)
	}
	for _, f := range t.m.cfg.Workspace.Folders() {
		if _, text := t.rulesOf(ctx, f.Path); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// maxInstructions is how much of a file of instructions is read, in bytes; the model is told less, by [turn.cutRules].
const maxInstructions = 1 << 20

// ownRules is the user's own file.
func (t *turn) ownRules() string { return t.cutRules(t.m.ownInstructions()) }

// rulesOf returns the instructions of a folder, and the name of the file that holds them.
func (t *turn) rulesOf(ctx context.Context, dir string) (name, text string) {
	name, text = t.m.instructionsOf(ctx, dir)
	return name, t.cutRules(text)
}

// ownInstructions reads the user's own file; "" where there is none.
func (m *Manager) ownInstructions() string {
	if m.cfg.UserDir == "" {
		return ""
	}
	path := filepath.Join(m.cfg.UserDir, "AGENTS.md")
	data, err := regular.Read(path, maxInstructions)
	if err != nil && !errors.Is(err, regular.ErrTooLarge) {
		m.skipped.add(path, err)
		return ""
	}
	return strings.ToValidUTF8(string(data), "\ufffd")
}

// instructionsOf reads the instructions of a folder. A file that leads out of the workspace or to a secret, or that is not a
// regular file, is left out, and the user is told.
func (m *Manager) instructionsOf(ctx context.Context, dir string) (name, text string) {
	if m.cfg.Restricted {
		return "", ""
	}
	for _, name := range instructionFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		text, err := m.cfg.Workspace.ReadSmall(ctx, path, maxInstructions)
		if err != nil && !errors.Is(err, regular.ErrTooLarge) {
			m.skipped.add(path, err)
			continue
		}
		if !blank(text) {
			return name, text
		}
	}
	return "", ""
}

// Steering tells of the files that steer each conversation: those of instructions that are read, by their paths, and what was
// left out of instructions and commands, and why.
func (m *Manager) Steering(ctx context.Context) (read, leftOut []string) {
	m.ownInstructions()
	for _, f := range m.cfg.Workspace.Folders() {
		if name, _ := m.instructionsOf(ctx, f.Path); name != "" {
			read = append(read, filepath.Join(f.Path, filepath.FromSlash(name)))
		}
	}
	m.commands()
	return read, m.skipped.take()
}

func (t *turn) cutRules(s string) string {
	s = strings.TrimSpace(s)
	if most := t.prompt.RuleTokens() * prompt.BytesPerToken; len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "\n(cut here)"
	}
	return s
}

// maxLooked is how many folders below the top are looked at for instructions in a turn.
const maxLooked = 100

// nearer returns the instructions of the folders between the workspace's top and files, the nearest last, unless the
// conversation has them already. They stand in messages, so that the prompt's beginning stays. A folder is looked at once a
// turn. Where they would be too long in all, the nearest count.
func (t *turn) nearer(ctx context.Context, files []string) string {
	var parts []string
	room := 2 * t.prompt.RuleTokens() * prompt.BytesPerToken
	for _, dir := range slices.Backward(t.foldersBelow(files)) {
		if slices.Contains(t.looked, dir) {
			continue
		}
		if len(t.looked) == maxLooked {
			t.m.skipped.add("instructions", fmt.Errorf("those of more than %d folders are not read in one turn", maxLooked))
			break
		}
		t.looked = append(t.looked, dir)
		part := t.nearerOf(ctx, dir)
		if room -= len(part); room < 0 {
			t.m.skipped.add("instructions", errors.New("those of all folders above the files are too long together; only the nearest count"))
			break
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

// nearerOf returns the instructions of one folder below the top, "" where the conversation has them.
func (t *turn) nearerOf(ctx context.Context, dir string) string {
	name, text := t.rulesOf(ctx, dir)
	if text == "" || strings.HasPrefix(name, ".github") {
		return ""
	}
	where := t.m.cfg.Workspace.Display(filepath.Join(dir, name))
	part := notation.Neutralize(fmt.Sprintf("%s%s its %s says, over what was said before:\n%s)", nearerHead, t.m.cfg.Workspace.Display(dir), where, text))
	if slices.ContainsFunc(t.c.Messages, func(m chat.Message) bool { return strings.Contains(m.Text, strings.TrimSpace(part)) }) {
		return ""
	}
	return part
}

// nearerHead begins the instructions of a folder below the top.
const nearerHead = prompt.FolderHead

// tellNearer gives the model the instructions of the folders in which its calls have opened files.
func (t *turn) tellNearer(ctx context.Context, calls []*call) {
	var files []string
	for _, c := range calls {
		if !c.result.Success() || c.spec.Kind == tools.KindSearch || c.spec.Kind == tools.KindExecute {
			continue
		}
		for _, p := range c.record.Paths() {
			if f, err := t.m.cfg.Workspace.Resolve(p); err == nil {
				files = append(files, f.Path)
			}
		}
	}
	if text := t.nearer(ctx, files); text != "" {
		t.append(chat.Message{Role: llm.User, Text: strings.TrimSpace(text)})
	}
}

// about are the files that are attached or looked at.
func (t *turn) about(ctx context.Context) (files []string) {
	for _, a := range t.attached {
		if a.Path != "" {
			files = append(files, a.Path)
		}
	}
	if c, err := t.m.cfg.Workspace.Context(ctx); err == nil && c != nil && filepath.IsAbs(c.Active) {
		files = append(files, c.Active)
	}
	return files
}

// foldersBelow gives the folders in which files lie, and those above them, as far as they are below a folder of the
// workspace; outer ones first.
func (t *turn) foldersBelow(files []string) (dirs []string) {
	for _, f := range files {
		for _, root := range t.m.cfg.Workspace.Folders() {
			rel, err := filepath.Rel(root.Path, filepath.Dir(f))
			if err != nil || rel == "." || !filepath.IsLocal(rel) {
				continue
			}
			dir := root.Path
			for _, part := range strings.Split(rel, string(filepath.Separator)) {
				if dir = filepath.Join(dir, part); !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
			}
		}
	}
	return dirs
}
