package tools

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// A picture that is small as a file and huge when decoded is not sent to models, and not decoded.
func TestPicturesThatAreBombs(t *testing.T) {
	file := func(encode func(b *bytes.Buffer) error) []byte {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	small := image.NewGray(image.Rect(0, 0, 40, 30))
	pngFile := file(func(b *bytes.Buffer) error { return png.Encode(b, small) })
	bomb := bytes.Clone(pngFile)
	binary.BigEndian.PutUint32(bomb[16:], 20_000)
	binary.BigEndian.PutUint32(bomb[20:], 20_000)
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	jpegFile := file(func(b *bytes.Buffer) error { return jpeg.Encode(b, small, nil) })
	jpegBomb := bytes.Clone(jpegFile)
	at := bytes.Index(jpegBomb, []byte{0xff, 0xc0}) + 5
	binary.BigEndian.PutUint16(jpegBomb[at:], 60_000)
	gifFile := file(func(b *bytes.Buffer) error { return gif.Encode(b, small, nil) })
	gifBomb := bytes.Clone(gifFile)
	binary.LittleEndian.PutUint16(gifBomb[6:], 60_000)
	webp := func(kind string, body ...byte) []byte {
		return append(append([]byte("RIFF\x00\x00\x00\x00WEBP"+kind), 0, 0, 0, 0), append(body, make([]byte, 20)...)...)
	}
	for name, c := range map[string]struct {
		data []byte
		w, h int
	}{
		"png": {pngFile, 40, 30}, "a png bomb": {bomb, 20_000, 20_000}, "jpeg": {jpegFile, 40, 30}, "a jpeg bomb": {jpegBomb, 40, 60_000},
		"gif": {gifFile, 40, 30}, "a gif bomb": {gifBomb, 60_000, 30},
		"webp": {webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, 40, 0, 30, 0), 40, 30}, "a webp bomb": {
			webp("VP8X", 0, 0, 0, 0, 0x1f, 0x4e, 0, 0x1f, 0x4e, 0), 20_000, 20_000,
		},
		"a lossless webp bomb": {webp("VP8L", 0x2f, 0xff, 0xff, 0xff, 0x0f), 16_384, 16_384},
	} {
		t.Run(name, func(t *testing.T) {
			kind, err := ImageType(c.data)
			if strings.Contains(name, "bomb") != (err != nil) {
				t.Errorf("%s, %v", kind, err)
			}
			kind = "image/" + strings.Fields(strings.TrimPrefix(strings.TrimPrefix(name, "a lossless "), "a "))[0]
			if w, h := imageSize(kind, c.data); w != c.w || h != c.h {
				t.Errorf("%d × %d", w, h)
			}
		})
	}
}
