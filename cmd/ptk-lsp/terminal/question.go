package terminal

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/visible"
)

// Confirm asks the user for consent.
type Confirm = func(context.Context, workspace.Question) (workspace.Answer, error)

// Consent returns the function that asks for consent. With yes it allows everything that was called exactly; if no person can
// be asked it rejects.
func (t *Terminal) Consent(yes bool) Confirm {
	switch {
	case yes:
		return allowExact
	case t.Interactive():
		return t.confirm
	}
	return func(context.Context, workspace.Question) (workspace.Answer, error) {
		const feedback = "There is nobody to ask; the user can allow it with --yes."
		return workspace.Answer{Decision: workspace.Reject, Feedback: feedback}, nil
	}
}

// allowExact is the consent of --yes. It rejects calls that were found in prose: they may be no calls at all.
func allowExact(_ context.Context, q workspace.Question) (workspace.Answer, error) {
	if q.Loose {
		const feedback = "This was read out of prose, which --yes does not cover. " +
			"To have it run, write the call again, exactly as you were told to, at the start of a line."
		return workspace.Answer{Decision: workspace.Reject, Feedback: feedback}, nil
	}
	return workspace.Answer{Decision: workspace.AllowOnce}, nil
}

// confirm shows everything that would be done and then asks. An answer that is no choice is feedback to the model.
func (t *Terminal) confirm(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	t.question.Lock()
	defer t.question.Unlock()
	defer t.pause()()
	columns, rows := size(t.tty)
	sheet := wrapped(q.Sheet(), cmp.Or(columns, 80))
	paged, rejected, err := t.page(ctx, sheet, max(cmp.Or(rows, 24)-2, 5))
	if err != nil {
		return workspace.Answer{}, err
	}
	if rejected {
		return workspace.Answer{Decision: workspace.Reject}, nil
	}
	if paged && q.Risk != "" {
		painted(t.out, t.color, yellow, visible.Line(q.Risk))
	}
	choices := "[y]es, yes for this [s]ession, [n]o, or say what to do instead: "
	if q.Rule != "" {
		choices = "[y]es, yes for this [s]ession, [a]lways, [n]o, or say what to do instead: "
	}
	line, err := t.Prompt(ctx, "Allow? "+choices)
	if err != nil {
		return workspace.Answer{}, err
	}
	return choice(line, q.Rule != ""), nil
}

// page shows lines; the first is the risk. Lines that don't fit on the screen are shown page by page, and until the last page
// the user can reject but not allow. It reports whether there was more than one page, and whether the user rejected.
func (t *Terminal) page(ctx context.Context, lines []string, rows int) (paged, rejected bool, err error) {
	fmt.Fprintln(t.out)
	for from := 0; ; {
		to := min(from+rows, len(lines))
		t.show(lines[from:to], from == 0)
		if from = to; from == len(lines) {
			return from > rows, false, nil
		}
		line, err := t.Prompt(ctx, fmt.Sprintf("── %d of %d lines; Enter shows more, all shows all, n rejects: ", from, len(lines)))
		if err != nil {
			return true, false, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "n", "no":
			return true, true, nil
		case "all":
			t.show(lines[from:], false)
			return true, false, nil
		}
	}
}

// show prints lines; the first line of a question in the colour of a warning.
func (t *Terminal) show(lines []string, isFirst bool) {
	if isFirst {
		painted(t.out, t.color, yellow, lines[0])
		lines = lines[1:]
	}
	if len(lines) > 0 {
		fmt.Fprintln(t.out, strings.Join(lines, "\n"))
	}
}

func choice(line string, canAlways bool) workspace.Answer {
	switch answer := strings.ToLower(strings.TrimSpace(line)); {
	case answer == "y" || answer == "yes":
		return workspace.Answer{Decision: workspace.AllowOnce}
	case answer == "s" || answer == "session":
		return workspace.Answer{Decision: workspace.AllowSession}
	case canAlways && (answer == "a" || answer == "always"):
		return workspace.Answer{Decision: workspace.AllowAlways}
	case answer == "" || answer == "n" || answer == "no":
		return workspace.Answer{Decision: workspace.Reject}
	}
	feedback := strings.ToValidUTF8(strings.TrimSpace(line), string(utf8.RuneError))
	return workspace.Answer{Decision: workspace.Reject, Feedback: feedback}
}
