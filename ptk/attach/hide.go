package attach

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// mask masks what looks like a credential, and returns a warning for the user if there is any.
func mask(name, text string) (masked, warning string) {
	kinds := credential.Kinds(text)
	if len(kinds) == 0 {
		return text, ""
	}
	return credential.Mask(text), fmt.Sprintf(
		"%s holds what looks like %s. It is attached with that masked; write it into your message if the model needs it.",
		name, strings.Join(kinds, ", "))
}

// content returns the text of a file as the model may see it. A file whose own name is that of a secret is attached unmasked,
// since the user has named it; a file that only leads to a secret is refused.
func content(ctx context.Context, ws *workspace.Workspace, text *workspace.Text) (shown, warning string, err error) {
	secrets := workspace.DefaultSecrets()
	name, path := ws.Display(text.File.Path), text.File.Path
	shown = strings.ReplaceAll(text.Content, "\r\n", "\n")
	if secrets.Match(text.File.Rel) {
		return shown, name + " may hold secrets. It is attached as it is, and the model's provider sees it.", nil
	}
	if real, err := ws.Real(path); err == nil && real != path && secrets.Match(ws.Display(real)) {
		return "", "", fmt.Errorf("it leads to %s, which may hold secrets; name that file itself to attach it", ws.Display(real))
	}
	other, err := ws.OtherName(ctx, path, secrets.Match)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("it has other names, and may be a secret: %w", err)
	case other != "":
		return "", "", fmt.Errorf("it is the same file as %s, which may hold secrets; name that file itself to attach it", other)
	}
	shown, warning = mask(name, shown)
	return shown, warning, nil
}
