package ptk

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/workspace"
)

const (
	// imageTokens is what a picture is taken to count; providers count 250 to 1,600.
	imageTokens = 1600
	// maxPictures is how many bytes the pictures of a message may take together: providers refuse requests of 20 MB or more.
	maxPictures = 12 << 20
)

// imageTypes are what every provider takes.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// ImageType tells by its first bytes what sort of picture data is. The error says why it can't be attached: it is of none of
// the sorts that models take, or larger than [MaxImage].
func ImageType(data []byte) (mimeType string, err error) {
	kind := http.DetectContentType(data)
	switch {
	case !slices.Contains(imageTypes, kind):
		return "", fmt.Errorf("it is no PNG, JPEG, GIF or WebP picture")
	case len(data) > MaxImage:
		return "", fmt.Errorf("it takes %.1f MiB, and a picture may take %d MiB; make it smaller", float64(len(data))/(1<<20), MaxImage>>20)
	}
	return kind, nil
}

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
		t.emit(Warning{"attachment", fmt.Sprintf("%s was not attached: %v", name, err)})
		return fmt.Sprintf("(The picture %s could not be attached: %v.)", name, err)
	}
	t.pictures = append(t.pictures, llm.Image{MIME: kind, Data: data})
	return "Attached picture: " + name
}

// warnOfPictures tells where the model can't be shown the pictures that go along with the message.
func (t *turn) warnOfPictures() {
	if len(t.pictures) > 0 && !t.route.Images {
		t.emit(Warning{"IMAGE_NOT_SUPPORTED", fmt.Sprintf(
			"%s is not known to see pictures and goes on without. Choose a model that does; or, if this one can, set images = true for its provider.", t.route.Name)})
	}
}

// userMessage is what the user said, with the pictures where the model sees them and the message is not told in short.
func (t *turn) userMessage(m message) llm.Message {
	out := llm.Message{Role: m.role, Content: m.text}
	switch {
	case len(m.images) == 0:
	case m.n < t.c.mark.Short:
		out.Content += "\n\n(The picture is not shown any more.)"
	case t.route.Images:
		out.Images = m.images
	default:
		out.Content += "\n\n(You can't be shown the picture.)"
	}
	return out
}
