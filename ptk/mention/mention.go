// Package mention resolves what a message names after an @: files, folders, symbols, what the editor shows, uncommitted changes,
// and tools.
package mention

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// What a message can name after an @ besides files.
const (
	Symbol      = "symbol:" // followed by a name
	Tool        = "tool:"   // followed by a name
	Diagnostics = "diagnostics"
	Selection   = "selection"
	Diff        = "diff"
)

const (
	maxMentions = 10 // of one message
	maxPlaces   = 3  // of a symbol with several definitions
	timeout     = 5 * time.Second
)

// pattern finds mentions, as in "see @src/main.go" or, with a space in the name, @"my notes.txt".
var pattern = regexp.MustCompile(`(?:^|[\s(])@(?:"([^"\n]+)"|([^\s@"]+))`)

// lineSuffix splits a mention of lines of a file: @main.go:10-20, @main.go#L10-L20.
var lineSuffix = regexp.MustCompile(`^(.+?)(?::|#L)(\d{1,9})(?:-L?(\d{1,9}))?$`)

// Resolver resolves mentions in a workspace. It is safe for concurrent use.
type Resolver struct {
	ws      *workspace.Workspace
	symbols *symbol.Finder
	tools   *tools.Manager
	names   namer
}

// NewResolver returns a Resolver. The tools run commands if a mention needs one; the options select the files of each folder of ws.
func NewResolver(
	ws *workspace.Workspace, symbols *symbol.Finder, tools *tools.Manager, options func(root string) search.Options,
) *Resolver {
	return &Resolver{ws: ws, symbols: symbols, tools: tools, names: namer{ws, options}}
}

// Resolve returns the given attachments and those that the message mentions, and warnings about mentions that can't be
// attached. A folder becomes a text with the names of its files. A word after an @ that names nothing is just a word. Commands run
// under the turn that call identifies.
func (r *Resolver) Resolve(
	ctx context.Context, message string, given []chat.Attachment, call tools.Invocation,
) (attachments []chat.Attachment, warnings []string) {
	c := collector{Resolver: r, call: call}
	for _, a := range given {
		if f, ok := c.isFolder(a.Path); ok {
			names, err := c.names.inFolder(ctx, f)
			c.addNames(c.ws.Display(a.Path), names, err)
		} else {
			c.attachments = append(c.attachments, a)
		}
	}
	for _, found := range pattern.FindAllStringSubmatch(message, maxMentions) {
		switch {
		case found[1] != "":
			c.path(ctx, found[1])
		case found[2] == ".":
			c.path(ctx, found[2])
		default:
			c.word(ctx, strings.TrimRight(found[2], ".,;:!?)'\""))
		}
	}
	return c.attachments, c.warnings
}

// collector collects the attachments of one message.
type collector struct {
	*Resolver
	call        tools.Invocation
	attachments []chat.Attachment
	warnings    []string
}

// word attaches what an unquoted word names.
func (c *collector) word(ctx context.Context, word string) {
	name, isSymbol := strings.CutPrefix(word, Symbol)
	switch {
	case isSymbol:
		c.symbol(ctx, name)
	case strings.HasPrefix(word, Tool): // see ToolRequest
	case word == Diagnostics:
		a, err := diagnostics(ctx, c.ws)
		c.addFound(word, a, err)
	case word == Selection:
		c.selection(ctx)
	case word == Diff:
		a, err := diff(ctx, c.tools, c.call, timeout)
		c.addFound(word, a, err)
	default:
		c.path(ctx, word)
	}
}

// selection attaches the selected lines, unless the editor has attached the exact selection.
func (c *collector) selection(ctx context.Context) {
	exact := func(a chat.Attachment) bool { return strings.HasPrefix(a.Name, Selection) }
	if slices.ContainsFunc(c.attachments, exact) {
		return
	}
	lines := func(a chat.Attachment) bool { return a.StartLine > 0 }
	a, err := selection(ctx, c.ws)
	if err != nil && slices.ContainsFunc(c.attachments, lines) {
		return // the user's lines are there, although they are no longer selected
	}
	c.addFound(Selection, a, err)
}

// add adds an attachment unless one that covers it is there.
func (c *collector) add(a chat.Attachment) {
	covers := func(b chat.Attachment) bool {
		lines := b.StartLine <= a.StartLine && (b.EndLine >= a.EndLine || b.EndLine == 0)
		return a.Path != "" && b.Path == a.Path && lines || a.Name != "" && b.Name == a.Name
	}
	if !slices.ContainsFunc(c.attachments, covers) {
		c.attachments = append(c.attachments, a)
	}
}

// addFound adds what a word names, or a warning if there is an error.
func (c *collector) addFound(word string, a chat.Attachment, err error) {
	if err != nil {
		c.warn("@%s was not attached: %v", word, err)
		return
	}
	c.add(a)
}

// addNames adds the names that a word stands for, or a warning if there is an error.
func (c *collector) addNames(word string, names *listing, err error) {
	if err != nil {
		c.addFound(word, chat.Attachment{}, err)
		return
	}
	for _, w := range names.warnings {
		c.warn("@%s: %s", word, w)
	}
	c.add(chat.Attachment{Name: word, Text: strings.Join(names.names, "\n")})
}

// warn adds a warning.
func (c *collector) warn(format string, args ...any) {
	c.warnings = append(c.warnings, fmt.Sprintf(format, args...))
}

// path attaches what a path or a pattern names: a file of the workspace, some lines of it, a folder, or the files that match.
func (c *collector) path(ctx context.Context, name string) {
	if a, ok := c.file(name); ok {
		c.add(a)
		return
	}
	if s := lineSuffix.FindStringSubmatch(name); s != nil {
		if a, ok := c.file(s[1]); ok {
			a.StartLine, _ = strconv.Atoi(s[2]) // digits, by the pattern
			a.EndLine, _ = strconv.Atoi(cmp.Or(s[3], s[2]))
			c.add(a)
			return
		}
	}
	if f, ok := c.isFolder(name); ok {
		names, err := c.names.inFolder(ctx, f)
		c.addNames(name, names, err)
	} else if isPattern(name) {
		names, err := c.names.matching(ctx, name)
		c.addNames(name, names, err)
	} else if strings.HasPrefix(name, "../") || c.leadsOut(name) {
		c.addNames(name, nil, errOutside)
	}
}

func (c *collector) file(name string) (a chat.Attachment, ok bool) {
	f, info := c.stat(name)
	return chat.Attachment{Path: f.Path}, info != nil && info.Mode().IsRegular()
}

// isFolder returns the place of a folder of the workspace.
func (c *collector) isFolder(name string) (f workspace.File, ok bool) {
	f, info := c.stat(name)
	return f, info != nil && info.IsDir()
}

// stat returns nil if there is nothing of that name in the workspace.
func (c *collector) stat(name string) (f workspace.File, info fs.FileInfo) {
	if name == "" {
		return f, nil
	}
	f, err := c.ws.Resolve(name)
	if err != nil {
		return f, nil
	}
	info, err = c.ws.Stat(f.Path)
	if err != nil {
		return f, nil
	}
	return f, info
}

// leadsOut reports whether a name is in the workspace and leads outside by a link.
func (c *collector) leadsOut(name string) bool {
	f, err := c.ws.Resolve(name)
	if err != nil {
		return false
	}
	_, err = c.ws.Stat(f.Path)
	return errors.Is(err, workspace.ErrOutside)
}

// symbol attaches the definitions of a name.
func (c *collector) symbol(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	places := c.symbols.Definitions(ctx, name, symbol.Timeouts{Servers: timeout, Files: timeout})
	if len(places) == 0 {
		c.warn("@%s%s was not attached: the workspace has no definition of that name", Symbol, name)
	}
	for _, p := range places[:min(len(places), maxPlaces)] {
		c.add(chat.Attachment{Path: p.Path, StartLine: p.StartLine, EndLine: p.EndLine})
	}
}

// ToolRequest returns the request to use the tools that a message mentions, for the model, or "". Only tools that are offered count.
func ToolRequest(message string, offered func(name string) bool) string {
	var names []string
	for _, found := range pattern.FindAllStringSubmatch(message, maxMentions) {
		name, ok := strings.CutPrefix(strings.TrimRight(found[2], ".,;:!?)'"), Tool)
		if ok && offered(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\n\n(The user wants the " + strings.Join(names, " and ") + " tool used.)"
}
