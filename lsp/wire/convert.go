package wire

import (
	"encoding/json"

	"go.lsp.dev/uri"

	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
)

// FromEvent converts an event of a turn.
func FromEvent(e chat.Event) ChatEvent {
	switch e := e.(type) {
	case chat.TurnStart:
		return TurnStartEvent{"turn_start", e.ConversationID, e.TurnID, e.Model}
	case chat.Iteration:
		return IterationEvent{"iteration", e.N, IterationType(e.Type), e.ToolCallsSoFar}
	case chat.Text:
		return TextEvent{"text", e.Text}
	case chat.Reasoning:
		return ReasoningEvent{"reasoning", e.Text}
	case chat.ToolCallStart:
		return fromCall(e)
	case chat.ToolOutput:
		return ToolOutputEvent{"tool_output", e.ID, e.Chunk}
	case chat.ToolResult:
		return fromToolResult(e)
	case chat.Plan:
		return fromPlan(e)
	case chat.UserMessage:
		return UserMessageEvent{"user_message", e.Text, fromAttachments(e.Attachments)}
	case chat.Retry:
		return RetryEvent{"retry", e.Attempt, e.Of, e.Delay.Milliseconds(), e.Reason, e.Model}
	case chat.UsageUpdate:
		return UsageEvent{"usage", FromUsage(e.Usage)}
	case chat.Warning:
		return WarningEvent{"warning", e.Code, e.Message}
	}
	return WarningEvent{"warning", "unknown_event", "this version can't show everything that happened in the turn"}
}

func fromCall(e chat.ToolCallStart) ToolCallEvent {
	ev := ToolCallEvent{"tool_call", e.ID, e.Tool, e.Title, ToolKind(e.Kind), AsObject(e.Args), e.Reasoning, nil}
	for _, l := range e.Locations {
		ev.Locations = append(ev.Locations, Location{PathURI(l.Path), l.Line})
	}
	return ev
}

func fromToolResult(e chat.ToolResult) ToolResultEvent {
	ev := ToolResultEvent{Kind: "tool_result", ToolCallID: e.ID, Tool: e.Tool, DurationMs: e.Duration.Milliseconds(), Preview: []string{}}
	r := e.Result
	if r == nil {
		ev.Error, ev.ErrorType = "the call has no result", SystemError
		return ev
	}
	ev.Success, ev.Cached = r.Success(), r.Cached
	ev.Preview = append(ev.Preview, r.Preview...)
	if r.Err != nil {
		ev.Error, ev.ErrorType, ev.Suggestion = r.Err.Message, ToolErrorType(r.Err.Type), r.Err.Suggestion
		ev.Rejected, ev.Feedback = r.Err.Rejected, r.Err.Feedback
	}
	if r.Diff != nil {
		ev.Diff = &FileDiff{PathURI(r.Diff.Path), r.Diff.Unified}
	}
	return ev
}

func fromPlan(e chat.Plan) PlanEvent {
	return PlanEvent{"plan", append([]PlanEntry{}, fromEntries(e.Entries)...)}
}

func fromEntries(entries []chat.PlanEntry) (out []PlanEntry) {
	for _, p := range entries {
		out = append(out, PlanEntry{p.Content, PlanPriority(p.Priority), PlanStatus(p.Status)})
	}
	return out
}

// FromResult converts the result of a turn.
func FromResult(r *chat.Result) ChatResult {
	out := ChatResult{
		ConversationID: r.ConversationID, TurnID: r.TurnID, Success: r.Success, StopReason: StopReason(r.StopReason()),
		Content:    r.Content,
		Iterations: r.Iterations, ToolCalls: []ToolCall{}, TotalToolCalls: len(r.ToolCalls), Changes: []FileChange{},
		Plan: fromEntries(r.Plan), Usage: FromUsage(r.Usage), DurationMs: r.Duration.Milliseconds(), Model: r.Model,
	}
	if e := r.Error; e != nil {
		out.Error = &ChatError{ErrorCode(e.Code), FailureKind(e.Kind), e.Provider, e.Message, e.Suggestion}
	}
	for _, c := range r.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, ToolCall{
			c.ID, c.Tool, AsObject(c.Args), c.Reasoning, c.Success, c.Duration.Milliseconds(), c.Cached, c.Error,
		})
	}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, FileChange{PathURI(c.Path), ChangeKind(c.Kind), c.Added, c.Removed})
	}
	return out
}

// FromUsage converts the usage of a turn.
func FromUsage(u chat.Usage) Usage {
	out := Usage{
		u.InputTokens, u.OutputTokens, u.CachedTokens, u.Estimated, u.CostUSD, u.CostEstimated,
		u.ContextTokens, u.ContextWindow, nil,
	}
	for _, p := range u.Parts {
		out.Parts = append(out.Parts, PromptPart{PromptPartName(p.Name), p.Tokens, p.Budget})
	}
	return out
}

// FromModels converts a list of models.
func FromModels(models []chat.ModelInfo, current string) ModelsResult {
	out := ModelsResult{[]ModelInfo{}, current}
	for _, m := range models {
		out.Models = append(out.Models, ModelInfo{
			m.ID, m.Provider, m.Available, m.Reason, m.ContextWindow, ToolCalling(m.ToolCalling), m.Images, fromPrice(m.Price),
		})
	}
	return out
}

func fromPrice(p chat.Price) *ModelPrice {
	if p.Input == 0 && p.Output == 0 {
		return nil
	}
	return &ModelPrice{p.Input, p.Output}
}

// FromTools converts a list of tools.
func FromTools(tools []offer.Info) ToolsResult {
	out := ToolsResult{[]ToolInfo{}}
	for _, t := range tools {
		source := ToolSource(t.Source)
		if source == "" {
			source = SourceBuiltin
		}
		out.Tools = append(out.Tools, ToolInfo{
			t.Name, t.Description, AsObject(t.Parameters), ToolKind(t.Kind), t.RequiresConfirmation, source, t.Disabled,
		})
	}
	return out
}

// FromPermissions converts a list of rules.
func FromPermissions(rules []ptk.PermissionRule) PermissionsResult {
	out := PermissionsResult{[]PermissionRule{}}
	for _, r := range rules {
		out.Rules = append(out.Rules, PermissionRule{r.ID, r.Tool, r.Match, RuleDecision(r.Decision), RuleScope(r.Scope), r.Text})
	}
	return out
}

// PathURI returns the file URI of an absolute path. It returns a URI, such as "untitled:Untitled-1", unchanged.
func PathURI(path string) string {
	if IsURI(path) {
		return path
	}
	return string(uri.File(path))
}

// IsURI reports whether s is a URI. The drive of a Windows path is no scheme.
func IsURI(s string) bool {
	for i, c := range s {
		switch {
		case c == ':':
			return i > 1
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

// AsObject returns raw if it is a JSON object, else an empty object, so that editors never receive null or invalid JSON.
func AsObject(raw json.RawMessage) Object {
	if len(raw) == 0 || !json.Valid(raw) || firstByte(raw) != '{' {
		return Object("{}")
	}
	return raw
}

func firstByte(raw []byte) byte {
	for _, b := range raw {
		if b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b
		}
	}
	return 0
}
