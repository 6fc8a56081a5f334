package turn_test

import (
	"context"
	"testing"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// The time of a call is that of the tool, without the time that the user takes to answer the question.
func TestDurationsExcludeTheWaitForConsent(t *testing.T) {
	for name, decision := range map[string]workspace.Decision{"allowed": workspace.AllowOnce, "rejected": workspace.Reject} {
		t.Run(name, func(t *testing.T) {
			var waited time.Duration
			ask := func(context.Context, workspace.Question) (workspace.Answer, error) {
				began := time.Now()
				time.Sleep(300 * time.Millisecond)
				waited = time.Since(began)
				return workspace.Answer{Decision: decision}, nil
			}
			b := newBench(t, answers{{call("brew")}, {text("Done.")}})
			ws, err := workspace.New([]workspace.Folder{{Path: t.TempDir()}}, workspace.Disk{Ask: ask})
			must(t, err)
			t.Cleanup(func() { must(t, ws.Close()) })
			b.cfg.Workspace, b.cfg.Tools = ws, tools.NewManager([]tools.Tool{brew()}, ws, tools.Options{})

			began := time.Now()
			result, events := b.run(t, t.Context(), "Brew tea.")
			atMost := time.Since(began) - waited // however busy the machine is
			if got := result.ToolCalls[0].Duration; waited == 0 || got > atMost {
				t.Errorf("the result lists %v, of which the user took %v; want at most %v", got, waited, atMost)
			}
			if got := result.Duration; got > atMost {
				t.Errorf("the turn took %v, of which the user took %v; want at most %v", got, waited, atMost)
			}
			for _, e := range events {
				if r, ok := e.(chat.ToolResult); ok && r.Duration > atMost {
					t.Errorf("the event reports %v, of which the user took %v; want at most %v", r.Duration, waited, atMost)
				}
			}
		})
	}
}

// brew is a tool that needs consent.
func brew() tools.Tool {
	return tools.New(tools.Spec{Name: "brew", Kind: tools.KindExecute, Description: "Brews.", Confirm: true},
		func(context.Context, *tools.Call, noArgs) (*tools.Action, error) {
			return &tools.Action{Title: "Brew", Do: func(context.Context) (*tools.Result, error) {
				return &tools.Result{Fields: map[string]any{"tea": "green"}}, nil
			}}, nil
		})
}
