package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/visible"
)

// historyFile is where the conversations about a workspace are kept: one file for each first folder, outside of it.
func (a *app) historyFile(dirs []string) string {
	name := "no-folder"
	if len(dirs) > 0 {
		dir := dirs[0]
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		sum := sha256.Sum256([]byte(dir))
		name = plainName(filepath.Base(dir)) + "-" + hex.EncodeToString(sum[:8])
	}
	return filepath.Join(a.stateDir(), "history", name+".db")
}

// plainName leaves of a folder's name what every file system takes.
func plainName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	return s[:min(len(s), 40)]
}

// stateDir is where the program keeps what is the user's own and no settings.
func (a *app) stateDir() string {
	if dir := a.env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk")
	}
	if dir := a.env("LOCALAPPDATA"); filepath.IsAbs(dir) && filepath.Separator == '\\' {
		return filepath.Join(dir, "ptk")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "ptk")
}

const historyUsage = `usage: ptk-lsp history [-C DIR] list [--json] [-n N] [--after CURSOR] [WORD…]
       ptk-lsp history [-C DIR] show [-n N] ID
       ptk-lsp history [-C DIR] export [--json] [-o FILE] ID
       ptk-lsp history [-C DIR] delete ID…

ID is that of the list, the beginning of it, or the word last. show -n tells the last N turns.
`

// history lists, shows, exports and deletes past conversations.
func (a *app) history(ctx context.Context, args []string) int {
	fs := a.flags("history", "")
	fs.Usage = func() { fmt.Fprint(a.stderr, historyUsage) }
	dir := fs.String("C", ".", "the `folder` that was worked in")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	sub := fs.Arg(0)
	commands := map[string]func(context.Context, *pastCommand) error{
		"list": listPast, "show": showPast, "export": exportPast, "delete": deletePast,
	}
	if commands[sub] == nil {
		fs.Usage()
		return exitUsage
	}
	p := &pastCommand{app: a}
	sfs := flag.NewFlagSet("history "+sub, flag.ContinueOnError)
	sfs.SetOutput(a.stderr)
	sfs.Usage = fs.Usage
	sfs.BoolVar(&p.json, "json", false, "print JSON")
	sfs.IntVar(&p.limit, "n", 0, "how many to list, 20 without it, or of how many turns to tell")
	sfs.StringVar(&p.after, "after", "", "list what comes after the page that gave this `cursor`")
	sfs.StringVar(&p.file, "o", "", "write to a new `file`")
	if code, ok := parseFlags(sfs, fs.Args()[1:]); !ok {
		return code
	}
	s, err := a.open(ctx, openOptions{dirs: []string{*dir}})
	if err != nil {
		return a.fail(err)
	}
	defer s.close(a)
	p.args, p.manager = sfs.Args(), s.manager
	if err := commands[sub](ctx, p); err != nil {
		return a.fail(err)
	}
	for _, n := range s.manager.Notices() {
		fmt.Fprintf(a.stderr, "history: %s\n", n)
	}
	return exitOK
}

// pastCommand is what a subcommand of history has.
type pastCommand struct {
	*app
	manager *ptk.Manager
	args    []string
	json    bool
	limit   int
	after   string // a cursor
	file    string
}

func listPast(ctx context.Context, p *pastCommand) error {
	infos, next, err := p.manager.Conversations(ctx, transcript.Page{Query: strings.Join(p.args, " "), Limit: cmp.Or(p.limit, 20), Cursor: p.after})
	if err != nil {
		return err
	}
	if next != "" {
		defer fmt.Fprintf(p.stderr, "there are more: --after %s\n", next)
	}
	if p.json {
		p.printJSON(wire.FromConversations(infos, "").Conversations)
		return nil
	}
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, i := range infos {
		row(w, i.ID, i.Updated.Local().Format(time.DateTime), strconv.Itoa(i.Turns), i.Title)
	}
	return w.Flush()
}

func showPast(ctx context.Context, p *pastCommand) error {
	text, err := p.written(ctx, wire.FormatMarkdown, transcript.TurnPage{Limit: p.limit})
	if err != nil {
		return err
	}
	fmt.Fprint(p.stdout, text)
	return nil
}

func exportPast(ctx context.Context, p *pastCommand) error {
	format := wire.FormatMarkdown
	if p.json {
		format = wire.FormatJSON
	}
	text, err := p.written(ctx, format, transcript.TurnPage{})
	if err != nil {
		return err
	}
	if p.file == "" {
		fmt.Fprint(p.stdout, text)
		return nil
	}
	f, err := os.OpenFile(p.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("exporting: %w", err)
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// written is the conversation of the arguments in a format.
func (p *pastCommand) written(ctx context.Context, f wire.ExportFormat, page transcript.TurnPage) (string, error) {
	if len(p.args) != 1 {
		return "", errors.New("give the id of one conversation; ptk-lsp history list tells them")
	}
	id, err := p.find(ctx, p.args[0])
	if err != nil {
		return "", err
	}
	info, turns, _, err := p.manager.Turns(ctx, id, page)
	if err != nil {
		return "", err
	}
	text, err := wire.Export(f, info, turns)
	if f == wire.FormatJSON {
		text = string(visible.JSON([]byte(text)))
	}
	return text, err
}

func deletePast(ctx context.Context, p *pastCommand) error {
	if len(p.args) == 0 {
		return errors.New("give the ids of the conversations to delete; ptk-lsp history list tells them")
	}
	for _, arg := range p.args {
		id, err := p.find(ctx, arg)
		if err != nil {
			return err
		}
		if err := p.manager.Delete(ctx, id); err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "deleted %s\n", id)
	}
	return nil
}

// leastID is how much of an id has to be given.
const leastID = 4

// find takes "last" for the conversation that went on last, and the beginning of an id for the one that begins so.
func (p *pastCommand) find(ctx context.Context, id string) (string, error) {
	if id == "last" {
		return lastConversation(ctx, p.manager)
	}
	page := transcript.Page{Limit: 500}
	var found []string
	for len(id) >= leastID {
		infos, next, err := p.manager.Conversations(ctx, page)
		if err != nil {
			return "", err
		}
		for _, i := range infos {
			if i.ID == id {
				return id, nil
			}
			if strings.HasPrefix(i.ID, strings.ToUpper(id)) {
				found = append(found, i.ID)
			}
		}
		if page.Cursor = next; next == "" {
			break
		}
	}
	switch len(found) {
	case 0:
		return id, nil // which is then told to be none
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s is the beginning of %d ids; give more of it", id, len(found))
}

func lastConversation(ctx context.Context, m *ptk.Manager) (string, error) {
	infos, _, err := m.Conversations(ctx, transcript.Page{Limit: 1})
	if err != nil {
		return "", err
	}
	if len(infos) == 0 {
		return "", errors.New("there is no conversation about this folder yet")
	}
	return infos[0].ID, nil
}
