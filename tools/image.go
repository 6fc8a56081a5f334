package tools

import (
	"fmt"
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
	return kind, nil
}
