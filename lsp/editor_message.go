package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/visible"
)

// Limits in lines and characters of a message that every editor shows in full.
const mostLines, mostChars = 25, 1500

// choice is one button of a message.
type choice struct {
	title    string
	decision workspace.Decision
}

const showChoice workspace.Decision = "show"

func choices(q workspace.Question) []choice {
	c := []choice{{"Allow once", workspace.AllowOnce}, {"Allow in this session", workspace.AllowSession}}
	if q.Rule != "" {
		c = append(c, choice{"Always allow", workspace.AllowAlways})
	}
	return append(c, choice{"Reject", workspace.Reject})
}

// askByMessage asks with window/showMessageRequest. If the question is too long for a message, the user can allow it only after
// it was opened as a document.
func (e *Editor) askByMessage(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	sheet := q.Sheet()
	text := strings.Join(sheet, "\n")
	if len(sheet) <= mostLines && len(text) <= mostChars {
		return e.pick(ctx, "PTK asks: "+text, choices(q))
	}
	if !e.client.showDocument {
		return workspace.Answer{
			Decision: workspace.Reject,
			Feedback: "The question was too long to be shown whole in this editor, so that nobody could agree to it. Make the call shorter, or " +
				"do it in several steps.",
		}, nil
	}
	lead := "PTK asks: " + strings.TrimPrefix(visible.Line(q.Risk)+"\n"+short(q), "\n")
	answer, err := e.pick(ctx, lead+"\nThis is not all of it.", []choice{{"Show all", showChoice}, {"Reject", workspace.Reject}})
	if err != nil || answer.Decision != showChoice {
		return answer, err
	}
	remove, name, err := e.showSheet(ctx, text)
	defer remove()
	if err != nil {
		return workspace.Answer{}, err
	}
	return e.pick(ctx, lead+"\nAll of it is in "+name+".", choices(q))
}

// short describes the call without the parts that may be long.
func short(q workspace.Question) string {
	runes := []rune(visible.Line(q.Title))
	if len(runes) > 200 {
		return string(runes[:200]) + "…"
	}
	return string(runes)
}

// pick shows a message with buttons. A message that is closed without a button is a rejection.
func (e *Editor) pick(ctx context.Context, text string, from []choice) (workspace.Answer, error) {
	params := &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeWarning, Message: text}
	for _, c := range from {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: c.title})
	}
	var picked *protocol.MessageActionItem
	if err := e.ask(ctx, approveTime, protocol.MethodWindowShowMessageRequest, params, &picked); err != nil {
		return workspace.Answer{}, err
	}
	for _, c := range from {
		if picked != nil && picked.Title == c.title {
			return workspace.Answer{Decision: c.decision}, nil
		}
	}
	return workspace.Answer{Decision: workspace.Reject}, nil
}

// showSheet opens the text of a question as a document, which remove removes. Remove is never nil.
func (e *Editor) showSheet(ctx context.Context, text string) (remove func(), name string, err error) {
	dir, err := os.MkdirTemp("", "ptk-question-")
	if err != nil {
		return func() {}, "", fmt.Errorf("showing the question: %w", err)
	}
	remove = func() {
		if err := os.RemoveAll(dir); err != nil {
			e.log.Warn("can't remove the text of a question", "error", err)
		}
	}
	path := filepath.Join(dir, "question.txt")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return remove, "", fmt.Errorf("showing the question: %w", err)
	}
	yes := true
	var shown protocol.ShowDocumentResult
	if err := e.ask(ctx, showTime, protocol.MethodWindowShowDocument, &protocol.ShowDocumentParams{
		URI:       uri.URI(wire.PathURI(path)),
		TakeFocus: &yes,
	}, &shown); err != nil {
		return remove, "", err
	}
	if !shown.Success {
		return remove, "", errors.New("the editor can't show the question")
	}
	return remove, path, nil
}
