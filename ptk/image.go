package ptk

import (
	"fmt"
	"net/http"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// ImageType is [tools.ImageType].
func ImageType(data []byte) (mimeType string, err error) { return tools.ImageType(data) }

// pictureFile gives the bytes of a file that is no text, where they may be a picture.
func (t *turn) pictureFile(file *workspace.Text) (data []byte, ok bool) {
	path, err := t.m.cfg.Workspace.Real(file.File.Path)
	if err != nil || !file.Binary {
		return nil, false
	}
	raw, err := t.m.cfg.Workspace.Raw(path)
	if err != nil || !strings.HasPrefix(http.DetectContentType(raw.Data), "image/") {
		return nil, false
	}
	return raw.Data, true
}

// picture attaches a picture and gives what stands for it in the text. Whether the model is shown it is decided with each
// request, for the model may change.
func (t *turn) picture(name string, data []byte) string {
	name = notation.Neutralize(name)
	kind, err := ImageType(data)
	size := len(data)
	for _, p := range t.pictures {
		size += len(p.Data)
	}
	if err == nil && size > prompt.MaxImageBytes {
		err = fmt.Errorf("the pictures of a message may take %d MiB together", prompt.MaxImageBytes>>20)
	}
	if err != nil {
		t.emit(chat.Warning{Code: "attachment", Message: fmt.Sprintf("%s was not attached: %v", name, err)})
		return fmt.Sprintf("(The picture %s could not be attached: %v.)", name, err)
	}
	t.pictures = append(t.pictures, llm.Image{MIME: kind, Data: data})
	return "Attached picture: " + name
}

// warnOfPictures tells where the model can't be shown the pictures that go along with the message.
func (t *turn) warnOfPictures() {
	if len(t.pictures) > 0 && !t.route.Images {
		t.emit(chat.Warning{Code: "IMAGE_NOT_SUPPORTED", Message: fmt.Sprintf(
			"%s is not known to see pictures and goes on without. Choose a model that does; or, if this one can, set images = true for its provider.", t.route.Name)})
	}
}
