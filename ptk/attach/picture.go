package attach

import (
	"fmt"
	"net/http"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// ImageType is [tools.ImageType].
func ImageType(data []byte) (mimeType string, err error) { return tools.ImageType(data) }

// pictureFile returns the bytes of a binary file if they look like a picture.
func pictureFile(ws *workspace.Workspace, file *workspace.Text) (data []byte, ok bool) {
	path, err := ws.Real(file.File.Path)
	if err != nil || !file.Binary {
		return nil, false
	}
	raw, err := ws.Raw(path)
	if err != nil || !strings.HasPrefix(http.DetectContentType(raw.Data), "image/") {
		return nil, false
	}
	return raw.Data, true
}

// pictures counts the bytes of the pictures of a turn.
type pictures struct{ bytes int }

// add checks a picture and counts it.
func (p *pictures) add(data []byte) (*llm.Image, error) {
	kind, err := ImageType(data)
	if err != nil {
		return nil, err
	}
	if p.bytes+len(data) > prompt.MaxImageBytes {
		return nil, fmt.Errorf("the pictures of a message may take %d MiB together", prompt.MaxImageBytes>>20)
	}
	p.bytes += len(data)
	return &llm.Image{MIME: kind, Data: data}, nil
}
