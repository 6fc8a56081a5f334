package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ptk-lsp/workspace"
)

// consent asks for the user's consent if the call needs it. It returns the action to do: the prepared one, or what the user
// changed it to.
func (m *Manager) consent(ctx context.Context, s Spec, c *Call, a *Action) (*Action, error) {
	decision, rule, err := m.decide(s, a)
	if err != nil {
		return nil, err
	}
	if decision != RuleReject && m.o.Permissions.turns.allows(c.TurnID, a.turnwide) {
		decision = RuleAllow
	}
	why := m.whySensitive(ctx, s, a)
	c.showSecrets = why != ""
	switch {
	case decision == RuleReject:
		return nil, &Error{
			Type: PermissionError, Message: "The user's settings do not allow this call: " + rule.Text + ".",
			Suggestion: "Go on without it.",
		}
	case why != "" || a.Consent == ConsentEach || looseRisk(s, c) != "":
		return m.ask(ctx, s, c, a, why, true)
	case decision == RuleAllow:
		return a, nil
	case decision == RuleAsk:
		return m.ask(ctx, s, c, a, "", false)
	case a.Consent == ConsentFree || !s.Confirm:
		return a, nil
	}
	return m.ask(ctx, s, c, a, "", false)
}

// decide returns what the rules decide about an action. If it runs a shell command, rules for bash can reject it too.
func (m *Manager) decide(s Spec, a *Action) (RuleDecision, Rule, error) {
	if len(a.Shell) > 0 {
		bash := Spec{Name: "bash", Kind: KindExecute}
		if d, rule, err := m.o.Permissions.decide(bash, KeysOf(a.Shell...), nil); err != nil || d == RuleReject {
			return d, rule, err
		}
	}
	return m.o.Permissions.decide(s, a.Rules.Keys, m.places(a))
}

// ask asks the user. Unless each is set, the answer can add a rule, or allow what the question offers until the turn ends.
func (m *Manager) ask(ctx context.Context, s Spec, c *Call, a *Action, why string, each bool) (*Action, error) {
	loose := looseRisk(s, c)
	q := workspace.Question{
		ConversationID: c.asked().Conversation, TurnID: c.asked().ID, ToolCallID: c.ID, Tool: s.Name, Kind: string(s.Kind),
		Title: a.Title, Command: a.Command, Target: a.Target, Args: c.Args, Description: a.Description, Reasoning: c.Reasoning, Risk: joinWords(
			why, a.Risk, loose,
		), Diff: a.Diff, Rule: a.Rules.Always.text,
		Loose: loose != "",
	}
	wide := Turnwide("")
	if each {
		q.Rule = ""
	} else if wide = a.turnwide; wide != "" && c.TurnID != "" && s.Source != SourceMCP {
		q.Scopes = []workspace.Scope{wide.scope()}
	}
	asking, cancel := context.WithTimeout(ctx, m.o.QuestionTimeout)
	defer cancel()
	began := time.Now()
	answer, err := m.ws.Confirm(asking, q)
	c.waited(time.Since(began))
	if err != nil {
		return nil, unanswered(ctx, err)
	}
	if each || a.Rules.Always.none() {
		answer.Decision = once(answer.Decision)
	}
	switch answer.Decision {
	case workspace.AllowOnce:
	case workspace.AllowScope:
		if len(q.Scopes) == 0 || answer.Scope != q.Scopes[0].ID {
			return nil, rejected("") // not what was offered
		}
		m.o.Permissions.allowTurn(c.TurnID, s, wide)
	case workspace.AllowSession:
		err = m.o.Permissions.remember(ctx, s, a.Rules, ScopeSession)
	case workspace.AllowAlways:
		err = m.o.Permissions.remember(ctx, s, a.Rules, ScopeWorkspace)
	default:
		return nil, rejected(answer.Feedback)
	}
	if err != nil {
		return nil, err
	}
	return amended(a, answer)
}

// amended returns the action with the texts that the user changed.
func amended(a *Action, answer workspace.Answer) (*Action, error) {
	switch {
	case len(answer.Files) == 0:
		return a, nil
	case a.Amend == nil:
		return nil, &Error{Type: PermissionError, Message: "The call was not made: the user's answer changes files that it does not write."}
	}
	return a.Amend(answer)
}

// once turns consent for several calls into consent for this one.
func once(d workspace.Decision) workspace.Decision {
	if d == workspace.AllowSession || d == workspace.AllowAlways {
		return workspace.AllowOnce
	}
	return d
}

// unanswered returns the error of a question without an answer: that of the turn if it was cancelled, otherwise one for the
// model.
func unanswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("it was not answered in time")
	}
	return &Error{
		Type: PermissionError, Message: fmt.Sprintf("The user did not agree: the question came to nothing (%v).", err), Cause: err,
		Suggestion: "Go on without it, or say what you need it for.",
	}
}
