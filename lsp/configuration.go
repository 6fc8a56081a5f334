package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"
)

// section is the section of the editor's settings for this server.
const section = "ptk"

const configurationTime = 10 * time.Second

// registerConfiguration asks the editor to send changed settings, if it supports dynamic registration.
func (w *workspaceSync) registerConfiguration(ctx context.Context) {
	if !w.peer.client.registerConfiguration {
		return
	}
	options, err := json.Marshal(map[string]string{"section": section})
	if err != nil {
		w.peer.log.Error("writing the registration", "error", err)
		return
	}
	err = w.peer.editor.ask(ctx, configurationTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: section, Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: options}},
	}, nil)
	if err != nil {
		w.peer.log.Warn("the editor will not send changed settings", "error", err)
	}
}

// didChangeConfiguration handles workspace/didChangeConfiguration. The settings are in its params, or are requested.
func (w *workspaceSync) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	pushed := ownSection(p.Settings)
	if pushed != nil {
		w.config.setSettings(pushed)
	}
	w.config.changes.add()
	w.background.start("changing the settings", func(ctx context.Context) {
		defer w.config.changes.done()
		w.config.applying.Lock()
		defer w.config.applying.Unlock()
		pulled := w.pull(ctx)
		if pulled != nil {
			w.config.setSettings(pulled)
		}
		if pushed != nil || pulled != nil {
			w.applySettings(ctx)
		}
	})
	return nil
}

// pull requests the current settings from the editor. It returns nil if the editor does not send them.
func (w *workspaceSync) pull(ctx context.Context) protocol.LSPAny {
	if !w.peer.client.configuration {
		return nil
	}
	name := section
	var values []protocol.LSPAny
	params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}}
	if err := w.peer.editor.ask(ctx, configurationTime, protocol.MethodWorkspaceConfiguration, params, &values); err != nil {
		w.peer.log.Warn("the editor did not send its settings", "error", err)
		return nil
	}
	if len(values) == 0 {
		return nil
	}
	return objectOnly(values[0])
}

func (w *workspaceSync) applySettings(ctx context.Context) {
	session, err := w.sessions.get(ctx)
	if err != nil || session.Configure == nil {
		return // the next request reports the error, and opens the session with the new settings
	}
	_, settings := w.config.get()
	w.sessions.showProblems(ctx, session.Configure(settings))
}

// ownSection returns the server's section of the editor's settings, which may consist of that section only.
func ownSection(settings protocol.LSPAny) protocol.LSPAny {
	settings = objectOnly(settings)
	if settings == nil {
		return nil
	}
	var all map[string]protocol.LSPAny
	if json.Unmarshal(settings, &all) != nil {
		return nil
	}
	if own, ok := all[section]; ok {
		return objectOnly(own)
	}
	return settings
}
