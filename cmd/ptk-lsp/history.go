package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/visible"
)

const historyUsage = `usage: ptk-lsp history [-C DIR] list [--json] [-n N] [--after CURSOR] [WORD…]
       ptk-lsp history [-C DIR] show [-n N] ID
       ptk-lsp history [-C DIR] export [--json] [-o FILE] ID
       ptk-lsp history [-C DIR] delete ID…

ID is an id of the list, its first characters, or last. show -n shows the last N turns.
`

// historyCommand lists, shows, exports and deletes past conversations.
func historyCommand(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("history", "")
	fs.Usage = func() { fmt.Fprint(p.Stderr, historyUsage) }
	dir := fs.String("C", ".", "the `folder` of the workspace")
	if code, ok := cli.ParseFlags(fs, args); !ok {
		return code
	}
	verbs := map[string]func(context.Context, *pastConversations) error{
		"list": listPast, "show": showPast, "export": exportPast, "delete": deletePast,
	}
	verb := verbs[fs.Arg(0)]
	if verb == nil {
		fs.Usage()
		return cli.ExitUsage
	}
	past, code, ok := pastFlags(p, fs)
	if !ok {
		return code
	}
	b, err := backend.OpenIn(ctx, p, backend.Options{Folders: []string{*dir}})
	if err != nil {
		return p.Fail(err)
	}
	defer b.CloseIn(p)
	past.manager = b.Manager
	if err := verb(ctx, past); err != nil {
		return p.Fail(err)
	}
	for _, n := range b.Manager.Notices() {
		fmt.Fprintf(p.Stderr, "history: %s\n", n)
	}
	return cli.ExitOK
}

// pastConversations is what the verbs of history work with.
type pastConversations struct {
	*cli.Process
	manager *ptk.Manager
	args    []string
	json    bool
	limit   int
	after   string // a cursor
	file    string
}

// pastFlags parses the flags behind the verb. If ok is false the command ends with the exit code.
func pastFlags(p *cli.Process, command *flag.FlagSet) (past *pastConversations, code int, ok bool) {
	past = &pastConversations{Process: p}
	fs := flag.NewFlagSet("history "+command.Arg(0), flag.ContinueOnError)
	fs.SetOutput(p.Stderr)
	fs.Usage = command.Usage
	fs.BoolVar(&past.json, "json", false, "print JSON")
	fs.IntVar(&past.limit, "n", 0, "how many conversations to list (default 20), or how many turns to show")
	fs.StringVar(&past.after, "after", "", "list the page behind this `cursor`")
	fs.StringVar(&past.file, "o", "", "write to a new `file`")
	code, ok = cli.ParseFlags(fs, command.Args()[1:])
	past.args = fs.Args()
	return past, code, ok
}

func listPast(ctx context.Context, p *pastConversations) error {
	page := transcript.Page{Query: strings.Join(p.args, " "), Limit: cmp.Or(p.limit, 20), Cursor: p.after}
	infos, next, err := p.manager.Conversations(ctx, page)
	if err != nil {
		return err
	}
	if next != "" {
		defer fmt.Fprintf(p.Stderr, "there are more: --after %s\n", next)
	}
	if p.json {
		p.PrintJSON(wire.FromConversations(infos, "").Conversations)
		return nil
	}
	table := cli.NewTable(p.Stdout)
	for _, i := range infos {
		table.Row(i.ID, i.Updated.Local().Format(time.DateTime), strconv.Itoa(i.Turns), i.Title)
	}
	table.Flush()
	return nil
}

func showPast(ctx context.Context, p *pastConversations) error {
	text, err := p.export(ctx, wire.FormatMarkdown, transcript.TurnPage{Limit: p.limit})
	if err != nil {
		return err
	}
	fmt.Fprint(p.Stdout, text)
	return nil
}

func exportPast(ctx context.Context, p *pastConversations) error {
	format := wire.FormatMarkdown
	if p.json {
		format = wire.FormatJSON
	}
	text, err := p.export(ctx, format, transcript.TurnPage{})
	if err != nil {
		return err
	}
	if p.file == "" {
		fmt.Fprint(p.Stdout, text)
		return nil
	}
	f, err := os.OpenFile(p.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("exporting: %w", err)
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// export returns the conversation that the arguments name in a format.
func (p *pastConversations) export(ctx context.Context, f wire.ExportFormat, page transcript.TurnPage) (string, error) {
	if len(p.args) != 1 {
		return "", errors.New("give the id of one conversation; ptk-lsp history list prints them")
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

func deletePast(ctx context.Context, p *pastConversations) error {
	if len(p.args) == 0 {
		return errors.New("give the ids of the conversations to delete; ptk-lsp history list prints them")
	}
	for _, arg := range p.args {
		id, err := p.find(ctx, arg)
		if err != nil {
			return err
		}
		if err := p.manager.Delete(ctx, id); err != nil {
			return err
		}
		fmt.Fprintf(p.Stdout, "deleted %s\n", id)
	}
	return nil
}

// minID is how many characters of an id must be given.
const minID = 4

// find returns the id of the conversation that id names: "last" is the latest one, and the first characters of an id are enough.
func (p *pastConversations) find(ctx context.Context, id string) (string, error) {
	if id == "last" {
		return lastConversation(ctx, p.manager)
	}
	page := transcript.Page{Limit: 500}
	var found []string
	for len(id) >= minID {
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
		return id, nil // the manager reports that it does not exist
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d ids begin with %s; give more characters", len(found), id)
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
