package transcript

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/record"
	"ptk-lsp/tools"
)

// storedRequest returns a request as the history holds it.
func storedRequest(r chat.Request) string {
	return record.Encode(record.Request{
		Message: r.Message, ConversationID: r.ConversationID, Model: r.Model, Mode: string(r.Mode), Plan: storePlan(r.Plan),
		Continue: r.Continue, Tools: r.Tools, Temperature: r.Temperature,
		Attachments:   storeAttachments(r.Attachments),
		MaxIterations: r.MaxIterations, MaxToolCalls: r.MaxToolCalls, Timeout: r.Timeout,
	})
}

// restoredRequest returns a request that the history holds.
func restoredRequest(data string) (chat.Request, error) {
	r, err := record.Decode[record.Request](data)
	return chat.Request{
		Message: r.Message, ConversationID: r.ConversationID, Model: r.Model, Mode: chat.Mode(r.Mode), Plan: restoredPlan(r.Plan),
		Continue: r.Continue, Tools: r.Tools, Temperature: r.Temperature,
		Attachments:   restoredAttachments(r.Attachments),
		MaxIterations: r.MaxIterations, MaxToolCalls: r.MaxToolCalls, Timeout: r.Timeout,
	}, err
}

// storedResult returns a result as the history holds it.
func storedResult(r chat.Result) string {
	out := record.Result{
		ConversationID: r.ConversationID, TurnID: r.TurnID, Success: r.Success, Cancelled: r.Cancelled, Content: r.Content,
		Iterations: r.Iterations,
		ToolCalls:  mapped(r.ToolCalls, func(c chat.ToolCall) record.ToolCall { return record.ToolCall(c) }),
		Changes:    storeChanges(r.Changes), Plan: storePlan(r.Plan), Usage: storedUsage(r.Usage), Duration: r.Duration, Model: r.Model,
	}
	if e := r.Error; e != nil {
		out.Error = &record.Error{
			Code: string(e.Code), Kind: string(e.Kind), Provider: e.Provider, Message: e.Message, Suggestion: e.Suggestion,
		}
	}
	return record.Encode(out)
}

// restoredChatResult returns a result that the history holds.
func restoredChatResult(data string) (*chat.Result, error) {
	r, err := record.Decode[record.Result](data)
	out := &chat.Result{
		ConversationID: r.ConversationID, TurnID: r.TurnID, Success: r.Success, Cancelled: r.Cancelled, Content: r.Content,
		Iterations: r.Iterations,
		ToolCalls:  mapped(r.ToolCalls, func(c record.ToolCall) chat.ToolCall { return chat.ToolCall(c) }),
		Changes:    restoredChanges(r.Changes), Plan: restoredPlan(r.Plan), Usage: restoredUsage(r.Usage), Duration: r.Duration,
		Model: r.Model,
	}
	if e := r.Error; e != nil {
		out.Error = &chat.Error{
			Code: chat.ErrorCode(e.Code), Kind: llm.Kind(e.Kind), Provider: e.Provider, Message: e.Message, Suggestion: e.Suggestion,
		}
	}
	return out, err
}

func storedUsage(u chat.Usage) record.Usage {
	return record.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, CachedTokens: u.CachedTokens, Estimated: u.Estimated,
		CostUSD: u.CostUSD, CostEstimated: u.CostEstimated,
		ContextTokens: u.ContextTokens, ContextWindow: u.ContextWindow, Parts: mapped(u.Parts,
			func(p chat.PromptPart) record.PromptPart { return record.PromptPart(p) }),
	}
}

func restoredUsage(u record.Usage) chat.Usage {
	return chat.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, CachedTokens: u.CachedTokens, Estimated: u.Estimated,
		CostUSD: u.CostUSD, CostEstimated: u.CostEstimated,
		ContextTokens: u.ContextTokens, ContextWindow: u.ContextWindow, Parts: mapped(u.Parts,
			func(p record.PromptPart) chat.PromptPart { return chat.PromptPart(p) }),
	}
}

func storeAttachments(all []chat.Attachment) []record.Attachment {
	return mapped(all, func(a chat.Attachment) record.Attachment { return record.Attachment(a) })
}

func restoredAttachments(all []record.Attachment) []chat.Attachment {
	return mapped(all, func(a record.Attachment) chat.Attachment { return chat.Attachment(a) })
}

func storePlan(entries []chat.PlanEntry) []record.PlanEntry {
	return mapped(entries, func(e chat.PlanEntry) record.PlanEntry { return record.PlanEntry(e) })
}

func restoredPlan(entries []record.PlanEntry) []chat.PlanEntry {
	return mapped(entries, func(e record.PlanEntry) chat.PlanEntry { return chat.PlanEntry(e) })
}

func storeChanges(changes []tools.Change) []record.Change {
	return mapped(changes, func(c tools.Change) record.Change { return record.Change(c) })
}

func restoredChanges(changes []record.Change) []tools.Change {
	return mapped(changes, func(c record.Change) tools.Change { return tools.Change(c) })
}
