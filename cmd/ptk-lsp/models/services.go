package models

import (
	"slices"

	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/browser"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/offline"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/openai"
)

// services is the table of providers that are known without settings, in the order in which a default is looked for.
func services() []driver.Service {
	return []driver.Service{
		openai.Service(),
		anthropic.Service(),
		gemini.Service(),
		openai.Groq(),
		openai.OpenRouter(),
		ollama.Service(),
		openai.LMStudio(),
		browser.AIStudio(),
		offline.Service(),
	}
}

// Kinds returns the kinds of providers in the table of services, each once.
func Kinds() []driver.Kind {
	var kinds []driver.Kind
	for _, s := range services() {
		if !slices.ContainsFunc(kinds, func(k driver.Kind) bool { return k.Name == s.Kind.Name }) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds
}

// kindNamed returns the kind of that name in the table, or the zero kind.
func kindNamed(name string) driver.Kind {
	for _, k := range Kinds() {
		if k.Name == name {
			return k
		}
	}
	return driver.Kind{}
}
