package ptk

import (
	"fmt"
	"net/http"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

const (
	// imageTokens is what a picture is taken to count; providers count 250 to 1,600.
	imageTokens = 1600
	// maxPictures is how many bytes the pictures of a message may take together: providers refuse requests of 20 MB or more.
	maxPictures = 12 << 20
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
	if err == nil && size > maxPictures {
		err = fmt.Errorf("the pictures of a message may take %d MiB together", maxPictures>>20)
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

// userMessage is what the user said, with the pictures where the model sees them.
func (t *turn) userMessage(m chat.Message) llm.Message {
	shown, why := t.shown(m, m.Images)
	return llm.Message{Role: m.Role, Content: m.Text + why, Images: shown}
}

// shown gives those of a message's pictures that the model is shown, and what stands in the text where that is none.
func (t *turn) shown(m chat.Message, images []llm.Image) (shown []llm.Image, why string) {
	switch {
	case len(images) == 0:
		return nil, ""
	case m.N < t.c.Mark.Short: // the message is told in short
		return nil, "\n\n(The picture is not shown any more.)"
	case !t.route.Images:
		return nil, "\n\n(You can't be shown the picture.)"
	}
	size := 0
	for i, p := range images {
		if size += len(p.Data); size > maxPictures {
			return images[:i], "\n\n(The pictures after these are too large to be shown.)"
		}
	}
	return images, ""
}
