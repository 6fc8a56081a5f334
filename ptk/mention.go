package ptk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// What a message can name after an @ beside files.
const (
	mentionSymbol      = "symbol:"
	mentionTool        = "tool:"
	mentionDiagnostics = "diagnostics"
	mentionSelection   = "selection"
	mentionDiff        = "diff"
)

const (
	maxMentions    = 10  // how many things a message may attach by naming them
	maxDiagnostics = 200 // of those that are attached at once
	symbolPlaces   = 3   // of a symbol that is defined in several
)

// mention is something that the message names, as in "see @src/main.go" or, with a space in it, @"my notes.txt".
var mention = regexp.MustCompile(`(?:^|[\s(])@(?:"([^"\n]+)"|([^\s@"]+))`)

// lineSuffix is a piece of a file that a mention names: @main.go:10-20, @main.go#L10-L20.
var lineSuffix = regexp.MustCompile(`^(.+?)(?::|#L)(\d{1,9})(?:-L?(\d{1,9}))?$`)

// mentioned collects what a message attaches by naming it.
type mentioned struct {
	t    *turn
	into []chat.Attachment
}

// withMentions gives attachments, and those that a message mentions. A word after an @ that means nothing is a word.
func (t *turn) withMentions(ctx context.Context, given []chat.Attachment, message string) []chat.Attachment {
	m := mentioned{t: t, into: slices.Clone(given)}
	for _, found := range mention.FindAllStringSubmatch(message, maxMentions) {
		m.word(ctx, found[1], found[2])
	}
	return m.into
}

// word attaches what a word means, as it stands or without the punctuation behind it.
func (m *mentioned) word(ctx context.Context, quoted, plain string) {
	if quoted != "" {
		m.file(quoted)
		return
	}
	bare := strings.TrimRight(plain, ".,;:!?)'\"")
	name, isSymbol := strings.CutPrefix(bare, mentionSymbol)
	_, isTool := strings.CutPrefix(bare, mentionTool)
	switch {
	case isSymbol:
		m.symbol(ctx, name)
	case isTool: // the word says it; see toolWish
	case bare == mentionDiagnostics:
		m.tell(ctx, bare, m.diagnostics)
	case bare == mentionSelection:
		m.tell(ctx, bare, m.selection)
	case bare == mentionDiff:
		m.tell(ctx, bare, m.diff)
	default:
		m.file(bare)
	}
}

// add attaches something once.
func (m *mentioned) add(a chat.Attachment) {
	same := func(b chat.Attachment) bool {
		return a.Path != "" && b.Path == a.Path && b.StartLine <= a.StartLine && (b.EndLine >= a.EndLine || b.EndLine == 0) || a.Name != "" && b.Name == a.Name
	}
	if !slices.ContainsFunc(m.into, same) {
		m.into = append(m.into, a)
	}
}

// tell attaches what a function finds, or says why there is nothing.
func (m *mentioned) tell(ctx context.Context, word string, find func(context.Context) (chat.Attachment, error)) {
	a, err := find(ctx)
	if err != nil {
		m.t.emit(chat.Warning{Code: "attachment", Message: fmt.Sprintf("@%s was not attached: %v", word, err)})
		return
	}
	m.add(a)
}

// file attaches a file of the workspace, or the lines of it that are named.
func (m *mentioned) file(name string) {
	if a, ok := m.path(name); ok {
		m.add(a)
		return
	}
	if s := lineSuffix.FindStringSubmatch(name); s != nil {
		if a, ok := m.path(s[1]); ok {
			a.StartLine, _ = strconv.Atoi(s[2]) // digits, by the pattern
			a.EndLine, _ = strconv.Atoi(cmp.Or(s[3], s[2]))
			m.add(a)
		}
	}
}

func (m *mentioned) path(name string) (a chat.Attachment, ok bool) {
	f, err := m.t.m.cfg.Workspace.Resolve(name)
	if err != nil {
		return a, false
	}
	info, err := m.t.m.cfg.Workspace.Stat(f.Path)
	return chat.Attachment{Path: f.Path}, err == nil && info.Mode().IsRegular()
}

// symbol attaches where a name is defined.
func (m *mentioned) symbol(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, resolveTime)
	defer cancel()
	places := m.t.m.definitions(ctx, name)
	if len(places) == 0 {
		m.t.emit(chat.Warning{Code: "attachment", Message: fmt.Sprintf("@%s%s was not attached: nothing of that name is defined in the workspace", mentionSymbol, name)})
	}
	for _, p := range places[:min(len(places), symbolPlaces)] {
		m.add(chat.Attachment{Path: p.Path, StartLine: p.StartLine, EndLine: p.EndLine})
	}
}

// diagnostics attaches the problems that the editor shows, the worst first.
func (m *mentioned) diagnostics(ctx context.Context) (a chat.Attachment, err error) {
	found, err := m.t.m.cfg.Workspace.Diagnostics(ctx, "")
	switch {
	case errors.Is(err, workspace.ErrUnsupported):
		return a, errors.New("there is no editor here that tells of problems")
	case err != nil:
		return a, err
	case len(found) == 0:
		return chat.Attachment{Name: mentionDiagnostics, Text: "(The editor shows no problems.)"}, nil
	}
	slices.SortStableFunc(found, func(x, y workspace.Diagnostic) int {
		return cmp.Or(cmp.Compare(x.Severity, y.Severity), cmp.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
	})
	var lines []string
	for _, d := range found[:min(len(found), maxDiagnostics)] {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s:%d:%d: %s: %s %s", m.t.m.cfg.Workspace.Display(d.Path), d.Line, d.Column, severityWord(d.Severity), d.Message, origin(d))))
	}
	if n := len(found) - maxDiagnostics; n > 0 {
		lines = append(lines, fmt.Sprintf("(%d more)", n))
	}
	return chat.Attachment{Name: mentionDiagnostics, Text: strings.Join(lines, "\n")}, nil
}

func severityWord(s workspace.Severity) string {
	switch s {
	case workspace.SeverityWarning:
		return "warning"
	case workspace.SeverityInformation:
		return "information"
	case workspace.SeverityHint:
		return "hint"
	}
	return "error"
}

// origin says who found a problem and by which rule, "" where neither is known.
func origin(d workspace.Diagnostic) string {
	if s := strings.TrimSpace(d.Source + " " + d.Code); s != "" {
		return "(" + s + ")"
	}
	return ""
}

// selection attaches the lines that are selected in the editor.
func (m *mentioned) selection(ctx context.Context) (a chat.Attachment, err error) {
	c, err := m.t.m.cfg.Workspace.Context(ctx)
	switch {
	case err != nil:
		return a, err
	case c == nil || c.Active == "":
		return a, errors.New("there is no editor here with an open file")
	case !filepath.IsAbs(c.Active):
		return a, errors.New("what is selected is in no file of the workspace")
	}
	s := c.Selection
	if s.StartLine == s.EndLine && s.StartColumn == s.EndColumn {
		return a, errors.New("nothing is selected")
	}
	if s.EndColumn == 1 && s.EndLine > s.StartLine {
		s.EndLine-- // whole lines end where the next begins
	}
	return chat.Attachment{Path: c.Active, StartLine: s.StartLine, EndLine: s.EndLine}, nil
}

// diffCommand shows what is not committed. It goes through the tool that runs commands, and so by the user's rules.
const diffCommand = "git status --short && git diff HEAD"

// diff attaches what is not committed.
func (m *mentioned) diff(ctx context.Context) (a chat.Attachment, err error) {
	if _, ok := m.t.m.cfg.Tools.Lookup("bash"); !ok {
		return a, errors.New("no commands can be run here")
	}
	args, err := json.Marshal(map[string]any{"command": diffCommand, "timeout": int(resolveTime / time.Second)})
	if err != nil {
		return a, err
	}
	r := m.t.m.cfg.Tools.Run(ctx, tools.Invocation{
		ID: newID(), Tool: "bash", Args: args, ConversationID: m.t.c.ID, TurnID: m.t.result.TurnID, Model: m.t.route.Name,
	}, tools.Observer{})
	if r.Err != nil {
		return a, r.Err
	}
	ran, ok := r.Fields.(tools.Ran)
	switch {
	case !ok || ran.ReturnCode == nil:
		return a, errors.New("git did not answer")
	case *ran.ReturnCode != 0:
		first, _, _ := strings.Cut(strings.TrimSpace(ran.Output), "\n")
		return a, errors.New(cmp.Or(first, "git failed"))
	case blank(ran.Output):
		return chat.Attachment{Name: "git diff", Text: "(Nothing is changed since the last commit.)"}, nil
	}
	return chat.Attachment{Name: "git diff", Text: ran.Output}, nil
}

// toolWish tells the model which tools the user has named.
func (t *turn) toolWish(message string) string {
	var names []string
	for _, found := range mention.FindAllStringSubmatch(message, maxMentions) {
		name, ok := strings.CutPrefix(strings.TrimRight(found[2], ".,;:!?)'"), mentionTool)
		if ok && t.offers(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\n\n(The user wants the " + strings.Join(names, " and ") + " tool used.)"
}
