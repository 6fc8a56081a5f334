package turn

import (
	"context"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/credential"
)

// planMode is the part of the system prompt for plan mode.
const planMode = "Look at what you need to know, then make a plan: numbered steps, each with what is changed where and how one sees " +
	"that it worked. " +
	"Name what is not clear as questions at the end. Change nothing; the user will approve the plan, or change it, before it is carried out."

// model is the current model of the turn, with its tools and its prompt.
type model struct {
	*base
	route          chat.Route
	offered        offer.Set
	prompt         prompt.Builder
	attachedTokens int // of the last message with attachments, estimated
}

// use switches the turn to a model. The system prompt is not set.
func (m *model) use(route chat.Route) {
	var warning string
	m.route, m.result.Model = route, route.Name
	if m.offered, warning = offer.For(route, m.req.Tools); warning != "" {
		m.recorder.Notice([]chat.Event{chat.Warning{Code: "tools", Message: warning}})
	}
	m.prompt = prompt.Builder{
		Budget:    prompt.Budget{Route: route, Limits: m.req.Limits, Counter: m.Counter},
		Formatter: m.Formatter, Tools: m.offered.Native, Temperature: m.req.Temperature, Kinds: m.toolKinds(),
	}
}

// setSystem writes the system prompt.
func (m *model) setSystem(ctx context.Context) {
	rules := m.Instructions.Top(ctx, m.rulesBytes())
	in := notation.PromptInput{Tools: m.offered.Full, Brief: m.offered.Brief, Rules: credential.Mask(rules), Root: m.root()}
	if m.req.Mode == chat.ModePlan {
		in.Extra = planMode
	}
	m.prompt.SetSystem(m.Systems, in)
}

// rulesBytes is the limit of each file of instructions.
func (m *model) rulesBytes() int {
	return m.prompt.Estimated(m.prompt.RuleTokens()) * prompt.BytesPerToken
}

// root returns the folders of the workspace, one a line.
func (m *model) root() string {
	var paths []string
	for _, f := range m.Workspace.Folders() {
		paths = append(paths, f.Path)
	}
	return strings.Join(paths, "\n")
}

// conversation returns what the prompt is built from.
func (m *model) conversation() prompt.Conversation {
	return prompt.Conversation{Turn: m.result.TurnID, Messages: m.c.Messages, Mark: m.c.Mark}
}

func (m *model) setConversation(c prompt.Conversation) { m.c.Messages, m.c.Mark = c.Messages, c.Mark }

func (m *model) request() llm.Request { return m.prompt.Request(m.conversation()) }

func (m *model) requestSize() int { return m.prompt.Size(m.request()) }

// addUsage adds what a request used to the turn's usage and reports it.
func (m *model) addUsage(r llm.Request, c prompt.Completion) {
	m.prompt.AddUsage(&m.result.Usage, r, c, m.attachedTokens)
	m.emit(chat.UsageUpdate{Usage: m.result.Usage})
}

// toolKinds maps the name of each tool to its kind.
func (m *model) toolKinds() map[string]tools.Kind {
	kinds := map[string]tools.Kind{}
	for _, s := range m.Tools.Specs() {
		kinds[s.Name] = s.Kind
	}
	return kinds
}
