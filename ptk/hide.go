package ptk

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// hide masks what looks like a credential in something that is attached, and tells the user of it.
func (t *turn) hide(name, text string) string {
	kinds := credential.Kinds(text)
	if len(kinds) == 0 {
		return text
	}
	t.emit(chat.Warning{Code: "attachment", Message: fmt.Sprintf("%s holds what looks like %s. It is attached with that masked; write it into your message if the model needs it.", name, strings.Join(kinds, ", "))})
	return credential.Mask(text)
}

// attachable gives the text of an attached file as the model may see it. One that is called like a secret is attached as it is, for
// the user has named it; one that only leads to a secret is not.
func (t *turn) attachable(ctx context.Context, text *workspace.Text) (string, error) {
	ws, secrets := t.m.cfg.Workspace, workspace.DefaultSecrets()
	name, path := ws.Display(text.File.Path), text.File.Path
	content := strings.ReplaceAll(text.Content, "\r\n", "\n")
	if secrets.Match(text.File.Rel) {
		t.emit(chat.Warning{Code: "attachment", Message: name + " may hold secrets. It is attached as it is, and the model's provider sees it."})
		return content, nil
	}
	if real, err := ws.Real(path); err == nil && real != path && secrets.Match(ws.Display(real)) {
		return "", fmt.Errorf("it leads to %s, which may hold secrets; name that file itself to attach it", ws.Display(real))
	}
	other, err := ws.OtherName(ctx, path, secrets.Match)
	switch {
	case err != nil:
		return "", fmt.Errorf("it has other names, and may be a secret: %w", err)
	case other != "":
		return "", fmt.Errorf("it is the same file as %s, which may hold secrets; name that file itself to attach it", other)
	}
	return t.hide(name, content), nil
}
