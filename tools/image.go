package tools

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"slices"
)

// Image is a picture of one of the sorts that models take.
type Image struct {
	MIME string // as [ImageType] tells it
	Data []byte
}

// MaxImage is how large a picture may be, in bytes.
const MaxImage = 5 << 20

// maxSide is how many pixels a picture may have on a side: a small file may hold one that takes gigabytes to be shown.
const maxSide = 8000

// imageTypes are what every provider takes.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// ImageType tells by its first bytes what sort of picture data is. The error says why it can't be shown to a model: it is of
// none of the sorts that models take, or larger than [MaxImage].
func ImageType(data []byte) (mimeType string, err error) {
	kind := http.DetectContentType(data)
	switch {
	case !slices.Contains(imageTypes, kind):
		return "", fmt.Errorf("it is no PNG, JPEG, GIF or WebP picture")
	case len(data) > MaxImage:
		return "", fmt.Errorf("it takes %.1f MiB, and a picture may take %d MiB; make it smaller", float64(len(data))/(1<<20), MaxImage>>20)
	}
	if w, h := imageSize(kind, data); w > maxSide || h > maxSide {
		return "", fmt.Errorf("it has %d × %d pixels, and a picture may have %d on each side; make it smaller", w, h, maxSide)
	}
	return kind, nil
}

// imageSize gives width and height in pixels, as the head of the file tells them; 0 where it does not.
func imageSize(kind string, data []byte) (width, height int) {
	var c image.Config
	switch r := bytes.NewReader(data); kind {
	case "image/png":
		c, _ = png.DecodeConfig(r)
	case "image/jpeg":
		c, _ = jpeg.DecodeConfig(r)
	case "image/gif":
		c, _ = gif.DecodeConfig(r)
	case "image/webp":
		return webpSize(data)
	}
	return c.Width, c.Height
}

// webpSize reads the three sorts of heads of WebP.
//
// Source: https://developers.google.com/speed/webp/docs/riff_container
func webpSize(data []byte) (width, height int) {
	if len(data) < 30 {
		return 0, 0
	}
	le := binary.LittleEndian
	switch head := data[20:]; string(data[12:16]) {
	case "VP8X":
		return 1 + int(le.Uint32(head[4:])&0xffffff), 1 + int(le.Uint32(head[6:])>>8)
	case "VP8L":
		bits := le.Uint32(head[1:])
		return 1 + int(bits&0x3fff), 1 + int(bits>>14&0x3fff)
	case "VP8 ":
		return int(le.Uint16(head[6:]) & 0x3fff), int(le.Uint16(head[8:]) & 0x3fff)
	}
	return 0, 0
}
