package mention

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// diffCommand shows what is not committed. It runs in the tool "bash", so that the user's permission rules apply.
const diffCommand = "git status --short && git diff HEAD"

// diff returns what is not committed. The command runs under the turn that call identifies.
func diff(ctx context.Context, m *tools.Manager, call tools.Invocation, timeout time.Duration) (a chat.Attachment, err error) {
	const bash = "bash"
	if _, ok := m.Lookup(bash); !ok {
		return a, errors.New("no commands can be run here")
	}
	call.ID, call.Tool = rand.Text(), bash
	if call.Args, err = json.Marshal(map[string]any{"command": diffCommand, "timeout": int(timeout / time.Second)}); err != nil {
		return a, err
	}
	r := m.Run(ctx, call, tools.Observer{})
	if r.Err != nil {
		return a, r.Err
	}
	ran, ok := r.Fields.(tools.Ran)
	output := strings.TrimSpace(ran.Output)
	switch {
	case !ok || ran.ReturnCode == nil:
		return a, errors.New("git did not finish")
	case *ran.ReturnCode != 0:
		first, _, _ := strings.Cut(output, "\n")
		return a, errors.New(cmp.Or(first, "git failed"))
	case output == "":
		return chat.Attachment{Name: "git diff", Text: "(Nothing is changed since the last commit.)"}, nil
	}
	return chat.Attachment{Name: "git diff", Text: ran.Output}, nil
}
