package ptk

import (
	"context"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/workspace/credential"
)

// builder returns what builds the requests to the turn's model.
func (t *turn) builder() prompt.Builder {
	return prompt.Builder{
		Budget:    prompt.Budget{Route: t.route, Limits: t.limits, Counter: t.m.counter},
		Formatter: t.m.cfg.Formatter, Tools: t.offered.Native, Temperature: t.req.Temperature,
	}
}

// setSystem writes the system prompt for the turn's model.
func (t *turn) setSystem(ctx context.Context) {
	in := notation.PromptInput{Tools: t.offered.Full, Brief: t.offered.Brief, Rules: credential.Mask(t.rules(ctx)), Root: t.root()}
	if t.req.Mode == chat.ModePlan {
		in.Extra = planMode
	}
	t.prompt.SetSystem(&t.m.systems, in)
}

// root returns the folders of the workspace, one a line.
func (t *turn) root() string {
	var paths []string
	for _, f := range t.m.cfg.Workspace.Folders() {
		paths = append(paths, f.Path)
	}
	return strings.Join(paths, "\n")
}

// addUsage adds what a request used to the turn's usage and reports it.
func (t *turn) addUsage(req llm.Request, a *answer) {
	c := prompt.Completion{Usage: a.usage, Text: a.raw.String(), ReasoningTokens: a.reasoned}
	t.prompt.AddUsage(&t.result.Usage, req, c, t.attachedTokens)
	t.emit(chat.UsageUpdate{Usage: t.result.Usage})
}
