package attach_test

import (
	"testing"

	"ptk-lsp/ptk/attach"
)

func TestImageType(t *testing.T) {
	for name, data := range map[string]string{
		"image/png": "\x89PNG\r\n\x1a\n", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF89a", "image/webp": "RIFF\x00\x00\x00\x00WEBPVP8 ",
		"": "BM is a bitmap, which models don't take",
	} {
		if got, err := attach.ImageType([]byte(data)); got != name || (err == nil) != (name != "") {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
}
