package models

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// route is the way to a model of this provider; "" is its default one.
func (e *entry) route(ctx context.Context, model string) (chat.Route, error) {
	p, err := e.build()
	if err != nil {
		return chat.Route{}, fmt.Errorf("%w: %s: %w", chat.ErrUnknownModel, e.name, err)
	}
	if model == "" {
		if model, err = e.preferred(ctx); err != nil {
			return chat.Route{}, err
		}
	}
	m := e.details(ctx, model)
	return chat.Route{
		Provider: p.Provider, Name: e.name + "/" + model, Model: model, Native: e.calling(model) == "native",
		Window: m.ContextWindow, Images: m.Images, Price: e.price(model, m.Price),
	}, nil
}

// calling says how a model calls tools: as the settings say, else as a probe has shown, else natively where it is known to
// do that dependably, and in text where it isn't.
func (e *entry) calling(model string) string {
	switch {
	case e.toolCalling == "native" || e.toolCalling == "ptk":
		return e.toolCalling
	case e.probed.of(e.name+"/"+model) != "":
		return e.probed.of(e.name + "/" + model)
	case llm.CallsFunctions(model):
		return "native"
	}
	return "ptk"
}

// preferred is the default model: what the settings or the table name, else the first that the server offers.
func (e *entry) preferred(ctx context.Context) (string, error) {
	if e.defaultModel != "" && (!e.custom() || len(e.models) > 0 || e.kind == "offline") {
		return e.defaultModel, nil
	}
	offered, err := e.offered(ctx)
	if err != nil {
		return "", fmt.Errorf("%w: %s did not say which models it has: %w", chat.ErrUnknownModel, e.name, err)
	}
	if len(offered) == 0 {
		return "", fmt.Errorf("%w: %s has no models", chat.ErrUnknownModel, e.name)
	}
	return offered[0].ID, nil
}

// answers is true where the server is there and has a model.
func (e *entry) answers(ctx context.Context) bool {
	offered, err := e.offered(ctx)
	return err == nil && len(offered) > 0
}

// infos tells what this provider offers now, or in one row why it can't be used and what to do.
func (e *entry) infos(ctx context.Context) []chat.ModelInfo {
	row := func(m llm.Model, why string, ok bool) chat.ModelInfo {
		m = e.complete(m)
		return chat.ModelInfo{
			ID: e.name + "/" + m.ID, Provider: e.name, Available: ok, Reason: why,
			ContextWindow: m.ContextWindow, ToolCalling: e.calling(m.ID), Images: m.Images,
		}
	}
	if e.dormant {
		return []chat.ModelInfo{row(llm.Model{ID: e.defaultModel}, e.asleep(), false)}
	}
	if !e.usable() {
		return []chat.ModelInfo{row(llm.Model{ID: e.defaultModel}, fmt.Sprintf("no key: set %s", e.keyVars[0]), false)}
	}
	if e.kind == "offline" {
		return []chat.ModelInfo{row(llm.Model{ID: "search"}, "built in: searches and quotes the workspace, no language model", true)}
	}
	offered, err := e.ask(ctx)
	if err != nil {
		return []chat.ModelInfo{row(llm.Model{ID: cmp.Or(e.defaultModel, "?")}, e.excuse(err), false)}
	}
	var rows []chat.ModelInfo
	for _, m := range e.wanted(offered) {
		rows = append(rows, row(m, e.presence(), true))
	}
	return rows
}

// wanted gives the models of the settings where they name some, else all that the server offers.
func (e *entry) wanted(offered []llm.Model) []llm.Model {
	if len(e.models) == 0 {
		return offered
	}
	var list []llm.Model
	for _, id := range e.models {
		if i := slices.IndexFunc(offered, func(m llm.Model) bool { return m.ID == id }); i >= 0 {
			list = append(list, offered[i])
		} else {
			list = append(list, llm.Model{ID: id})
		}
	}
	return list
}

// asleep says of a provider that does nothing unless the settings name it what to do.
func (e *entry) asleep() string {
	return "not set up: set providers." + e.name + `.kind to "browser" in your own settings to have the chat page driven in your browser`
}

func (e *entry) presence() string {
	if e.kind == "browser" {
		return "drives a browser, where it is chosen by name"
	}
	if e.local {
		return "answers at " + e.baseURL
	}
	return "key found in " + e.keyVars[0]
}

func (e *entry) excuse(err error) string {
	if e.local {
		return fmt.Sprintf("no answer at %s: %v", e.baseURL, err)
	}
	return err.Error()
}
