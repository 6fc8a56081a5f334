package mcp

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/tools"
)

func TestPicturesThatAreHandedOn(t *testing.T) {
	png := []byte("\x89PNG\r\n\x1a\n")
	large := append(bytes.Clone(png), make([]byte, tools.MaxImage)...)
	parts := []sdk.Content{
		&sdk.TextContent{Text: "two:"},
		&sdk.ImageContent{MIMEType: "image/jpeg", Data: png}, // is named for what it is
		&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "x://y", MIMEType: "image/png", Blob: png}},
		&sdk.ImageContent{MIMEType: "image/png", Data: large},
		&sdk.ImageContent{MIMEType: "image/png", Data: []byte("<svg>")},
	}
	text, images := contents(parts)
	want := `two:
[image, image/jpeg, 8 bytes: picture 1]
[resource x://y, image/png, 8 bytes: picture 2]
[image, image/png, 5242888 bytes: not shown, it takes 5.0 MiB, and a picture may take 5 MiB; make it smaller]
[image, image/png, 5 bytes: not shown, it is no PNG, JPEG, GIF or WebP picture]`
	if d := cmp.Diff(want, text); d != "" {
		t.Error(d)
	}
	one := tools.Image{MIME: "image/png", Data: png}
	if d := cmp.Diff([]tools.Image{one, one}, images); d != "" {
		t.Error(d)
	}
	text, images = contents(slices.Repeat(parts[1:2], maxImages+1))
	if len(images) != maxImages || !strings.HasSuffix(text, "8 bytes: not shown, a result may have 8 pictures]") {
		t.Errorf("%d pictures, %s", len(images), text)
	}
}
