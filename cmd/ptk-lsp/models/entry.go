package models

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/ptk/chat"
)

// entry is one provider, built when it is first used.
type entry struct {
	source
	*lookup
	probed *probes
}

func newEntry(src source, c settings.Chat, probed *probes) *entry {
	return &entry{source: src, lookup: &lookup{build: sync.OnceValues(builder(src, c))}, probed: probed}
}

// route returns the route to a model of this provider; "" is its default one.
func (e *entry) route(ctx context.Context, model string) (chat.Route, error) {
	p, err := e.build()
	if err != nil {
		return chat.Route{}, fmt.Errorf("%w: %s: %w", chat.ErrUnknownModel, e.Name, err)
	}
	if model == "" {
		if model, err = e.preferred(ctx); err != nil {
			return chat.Route{}, err
		}
	}
	m := e.details(ctx, model)
	return chat.Route{
		Provider: p.Provider, Name: e.Name + "/" + model, Model: model, Native: e.calling(model) == "native",
		Window: m.ContextWindow, Images: m.Images, Price: e.price(model, m.Price),
	}, nil
}

// calling returns how a model calls tools, "native" or "ptk": as the settings say, else as a probe has shown, else natively if
// it is known to do that dependably.
func (e *entry) calling(model string) string {
	set := e.settings.ToolCalling
	switch {
	case set == "native" || set == "ptk":
		return set
	case e.probed.of(e.Name+"/"+model) != "":
		return e.probed.of(e.Name + "/" + model)
	case llm.CallsFunctions(model):
		return "native"
	}
	return "ptk"
}

// preferred returns the default model: that of the settings or the table, else the first that the server lists.
func (e *entry) preferred(ctx context.Context) (string, error) {
	if e.DefaultModel != "" && (!e.custom() || len(e.Models) > 0) {
		return e.DefaultModel, nil
	}
	listed, err := e.list(ctx)
	if err != nil {
		return "", fmt.Errorf("%w: %s did not list its models: %w", chat.ErrUnknownModel, e.Name, err)
	}
	if len(listed) == 0 {
		return "", fmt.Errorf("%w: %s has no models", chat.ErrUnknownModel, e.Name)
	}
	return listed[0].ID, nil
}

// eligible reports whether the provider can be the default: it needs a key, or a server that answers.
func (e *entry) eligible(ctx context.Context) bool {
	switch {
	case !e.usable():
		return false
	case e.Kind.Medium == driver.Page:
		return false // used only if chosen by name
	case e.Local && e.Kind.Medium == driver.Server:
		listed, err := e.list(ctx)
		return err == nil && len(listed) > 0
	}
	return true
}

// details returns what the first use of a model must know. It asks the server if it must, since a prompt larger than the window
// may be truncated silently, but never the model.
func (e *entry) details(ctx context.Context, model string) llm.Model {
	m, known := e.cached(model)
	if !known && e.mustAsk(model) {
		e.learn(ctx, model)
		m, _ = e.cached(model)
	}
	return e.merged(m)
}

func (e *entry) mustAsk(model string) bool {
	switch {
	case e.Kind.Medium != driver.Server || !e.usable():
		return false
	case e.Kind.LoadsWindow:
		return true
	}
	return e.settings.ContextWindow == 0 && e.tabled(model).window == 0
}

// merged fills in what the server did not report, and applies the settings. The window of a server that loads models with that
// of the settings has considered them already.
func (e *entry) merged(m llm.Model) llm.Model {
	if !e.Kind.LoadsWindow || m.ContextWindow == 0 {
		m.ContextWindow = cmp.Or(e.settings.ContextWindow, m.ContextWindow, e.tabled(m.ID).window)
	}
	m.Images = m.Images || llm.Sees(m.ID)
	if e.settings.Images != nil {
		m.Images = *e.settings.Images
	}
	if e.Kind.Medium != driver.Server { // only text is pasted into a page
		m.Images = false
	}
	return m
}

// infos describes the models that the provider offers now, or in one row why it can't be used and what to do.
func (e *entry) infos(ctx context.Context) []chat.ModelInfo {
	switch {
	case e.OptIn:
		return []chat.ModelInfo{e.info(llm.Model{ID: e.DefaultModel}, e.howToOptIn(), false)}
	case !e.usable():
		return []chat.ModelInfo{e.info(llm.Model{ID: e.DefaultModel}, "no key: set "+e.KeyVariables[0], false)}
	case e.Kind.Medium == driver.BuiltIn:
		const reason = "built in: searches and quotes the workspace, not a language model"
		return []chat.ModelInfo{e.info(llm.Model{ID: e.Kind.DefaultModel}, reason, true)}
	}
	listed, err := e.ask(ctx)
	if err != nil {
		return []chat.ModelInfo{e.info(llm.Model{ID: cmp.Or(e.DefaultModel, "?")}, e.whyNot(err), false)}
	}
	var all []chat.ModelInfo
	for _, m := range e.wanted(listed) {
		all = append(all, e.info(m, e.whyAvailable(), true))
	}
	return all
}

func (e *entry) info(m llm.Model, reason string, available bool) chat.ModelInfo {
	m = e.merged(m)
	return chat.ModelInfo{
		ID: e.Name + "/" + m.ID, Provider: e.Name, Available: available, Reason: reason,
		ContextWindow: m.ContextWindow, ToolCalling: e.calling(m.ID), Images: m.Images,
		Price: e.price(m.ID, m.Price),
	}
}

// wanted returns the models of the settings if they name some, else all that the server lists.
func (e *entry) wanted(listed []llm.Model) []llm.Model {
	if len(e.Models) == 0 {
		return listed
	}
	var models []llm.Model
	for _, id := range e.Models {
		if i := slices.IndexFunc(listed, func(m llm.Model) bool { return m.ID == id }); i >= 0 {
			models = append(models, listed[i])
		} else {
			models = append(models, llm.Model{ID: id})
		}
	}
	return models
}

// howToOptIn returns what to do about a provider that is used only if the settings name its kind.
func (e *entry) howToOptIn() string {
	return fmt.Sprintf(
		"not set up: set providers.%s.kind to %q in your own settings to use the chat page in your browser", e.Name, e.Kind.Name,
	)
}

func (e *entry) whyAvailable() string {
	switch {
	case e.Kind.Medium == driver.Page:
		return "drives a browser, if chosen by name"
	case e.Local:
		return "answers at " + e.baseURL
	}
	return "key found in " + e.KeyVariables[0]
}

func (e *entry) whyNot(err error) string {
	if e.Local {
		return fmt.Sprintf("no answer at %s: %v", e.baseURL, err)
	}
	return err.Error()
}
