package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/visible"
)

// asker is how consent is had in this chat.
func (a *app) asker(f chatFlags, t *terminal) confirm {
	switch {
	case f.yes:
		return allowExact
	case t.keys != nil:
		return t.confirm
	}
	return func(context.Context, workspace.Question) (workspace.Answer, error) {
		return workspace.Answer{Decision: workspace.Reject, Feedback: "There is nobody to ask; the user can allow it with --yes."}, nil
	}
}

// allowExact is the answer of --yes. What was read out of prose may be no call at all; the model can write it exactly.
func allowExact(_ context.Context, q workspace.Question) (workspace.Answer, error) {
	if q.Loose {
		return workspace.Answer{Decision: workspace.Reject, Feedback: "This was read out of prose, which --yes does not cover. To have it run, write the call again, exactly as you were told to, at the start of a line."}, nil
	}
	return workspace.Answer{Decision: workspace.AllowOnce}, nil
}

// confirm shows all of what would be done and then asks. Words that are no choice are feedback to the model.
func (t *terminal) confirm(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	t.asking.Lock()
	defer t.asking.Unlock()
	defer t.hold()()
	columns, rows := terminalSize(t.tty)
	sheet := wrapped(q.Sheet(), cmp.Or(columns, 80))
	paged, answer, err := t.page(ctx, sheet, max(cmp.Or(rows, 24)-2, 5))
	if err != nil || answer != nil {
		return value(answer), err
	}
	if paged && q.Risk != "" {
		t.painted(t.out, "\x1b[33m", visible.Line(q.Risk))
	}
	choices := "[y]es, yes for this [s]ession, [n]o, or say what to do instead: "
	if q.Rule != "" {
		choices = "[y]es, yes for this [s]ession, [a]lways, [n]o, or say what to do instead: "
	}
	line, err := t.prompt(ctx, "Allow? "+choices)
	if err != nil {
		return workspace.Answer{}, err
	}
	return choice(line, q.Rule != ""), nil
}

func value(a *workspace.Answer) workspace.Answer {
	if a == nil {
		return workspace.Answer{}
	}
	return *a
}

// page shows lines, the first of which is the risk. What is longer than the screen is shown piece by piece, and can be
// rejected meanwhile but not allowed. It reports whether that was so, and the answer if there is one already.
func (t *terminal) page(ctx context.Context, lines []string, rows int) (paged bool, answer *workspace.Answer, err error) {
	fmt.Fprintln(t.out)
	for from := 0; ; {
		to := min(from+rows, len(lines))
		t.show(lines[from:to], from == 0)
		if from = to; from == len(lines) {
			return from > rows, nil, nil
		}
		line, err := t.prompt(ctx, fmt.Sprintf("── %d of %d lines; Enter shows more, all shows all, n rejects: ", from, len(lines)))
		if err != nil {
			return true, nil, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "n", "no":
			return true, &workspace.Answer{Decision: workspace.Reject}, nil
		case "all":
			t.show(lines[from:], false)
			return true, nil, nil
		}
	}
}

// show prints lines; the first of a question in the colour of a warning.
func (t *terminal) show(lines []string, begins bool) {
	if begins {
		t.painted(t.out, "\x1b[33m", lines[0])
		lines = lines[1:]
	}
	if len(lines) > 0 {
		fmt.Fprintln(t.out, strings.Join(lines, "\n"))
	}
}

// wrapped breaks lines as wide as the terminal, so that none is longer on the screen than it counts.
func wrapped(lines []string, columns int) []string {
	columns = max(columns, 20)
	var out []string
	for _, line := range lines {
		rest, quoted := strings.CutPrefix(line, workspace.Gutter)
		gutter := ""
		if quoted {
			gutter = workspace.Gutter
		}
		for {
			var head string
			head, rest = broken(rest, columns-3)
			out = append(out, gutter+head)
			if rest == "" {
				break
			}
			gutter = "┊ " // the line goes on
		}
	}
	return out
}

// broken cuts off what fits into columns.
func broken(line string, columns int) (head, rest string) {
	used := 0
	for i, r := range line {
		if used += cells(r); used > columns {
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// cells is at least how many columns a character takes.
func cells(r rune) int {
	switch {
	case r == '\t':
		return 8
	case r >= 0x1100:
		return 2 // not all are, but none is wider
	}
	return 1
}

func choice(line string, always bool) workspace.Answer {
	switch word := strings.ToLower(strings.TrimSpace(line)); {
	case word == "y" || word == "yes":
		return workspace.Answer{Decision: workspace.AllowOnce}
	case word == "s" || word == "session":
		return workspace.Answer{Decision: workspace.AllowSession}
	case always && (word == "a" || word == "always"):
		return workspace.Answer{Decision: workspace.AllowAlways}
	case word == "" || word == "n" || word == "no":
		return workspace.Answer{Decision: workspace.Reject}
	}
	return workspace.Answer{Decision: workspace.Reject, Feedback: strings.ToValidUTF8(strings.TrimSpace(line), string(utf8.RuneError))}
}
