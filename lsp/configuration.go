package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"
)

// The section of the editor's settings that is the server's.
const section = "ptk"

const configurationTime = 10 * time.Second

// registerConfiguration asks the editor to tell of changed settings, where it wants to be asked.
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
		w.peer.log.Warn("the editor will not tell of changed settings", "error", err)
	}
}

// didChangeConfiguration is workspace/didChangeConfiguration. The settings come with it, or are asked for.
func (w *workspaceSync) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	told := ownSection(p.Settings)
	if told != nil {
		w.config.setSettings(told)
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
		if told != nil || pulled != nil {
			w.applySettings(ctx)
		}
	})
	return nil
}

// pulled asks the editor for the settings as they now are; nil where it does not tell.
func (w *workspaceSync) pull(ctx context.Context) protocol.LSPAny {
	if !w.peer.client.configuration {
		return nil
	}
	name := section
	var values []protocol.LSPAny
	params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}}
	if err := w.peer.editor.ask(ctx, configurationTime, protocol.MethodWorkspaceConfiguration, params, &values); err != nil {
		w.peer.log.Warn("the editor did not tell its settings", "error", err)
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
		return // whoever needs the session is told, and it opens with the new settings
	}
	_, settings := w.config.get()
	w.sessions.showProblems(ctx, session.Configure(settings))
}

// ownSection takes the server's section out of the editor's settings, which may be that section alone.
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
