package wire

import "ptk-lsp/ptk/chat"

// FromProviders converts a list of providers.
func FromProviders(providers []chat.ProviderInfo) ProvidersResult {
	out := ProvidersResult{[]ProviderInfo{}}
	for _, p := range providers {
		out.Providers = append(out.Providers, ProviderInfo{
			Name: p.Name, Title: p.Title, Kind: p.Kind, BaseURL: p.BaseURL, Local: p.Local, Custom: p.Custom, KeyVariable: p.KeyVariable,
			KeyPage: p.KeyPage, State: ProviderState(p.State), Reason: p.Reason, Command: p.Command, Page: p.Page, Models: p.Models,
		})
	}
	return out
}
