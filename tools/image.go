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

// Image is a picture in one of the formats that models accept.
type Image struct {
	MIME string // as returned by [ImageType]
	Data []byte
}

// MaxImage is the size limit of a picture in bytes.
const MaxImage = 5 << 20

// maxSide is how many pixels wide or high a picture may be: decoding a small file can take gigabytes.
const maxSide = 8000

// imageTypes are the formats that all providers accept.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// ImageType returns the MIME type of a picture by its first bytes. The error says why models can't be shown it: it has none
// of the formats that they accept, or is too large.
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

// imageSize returns width and height in pixels from the header of the file; 0 if they can't be read.
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

// webpSize reads the three kinds of WebP headers.
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
