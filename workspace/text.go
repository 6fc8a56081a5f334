package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Text is what a file holds.
type Text struct {
	File File
	// Content is the text as UTF-8, without BOM, with the line endings that it has; "" where Binary or Large.
	Content string
	// Hash is [Hash] of Content; "" where Large, of the bytes where Binary.
	Hash string
	// Dirty is true where the editor holds it with unsaved changes.
	Dirty bool
	// Buffer is true where it comes from the editor; Version is then the editor's.
	Buffer  bool
	Version int32
	// Form is how it stands on the disk.
	Form
	Size   int64 // bytes on the disk
	Binary bool
	Large  bool // above [MaxText]; [Workspace.Lines] reads it by range
}

// Form is what of a file's bytes is not its text.
type Form struct {
	Encoding     Encoding
	BOM          bool
	LineEnding   string // "\n" or "\r\n", the one that most lines have
	FinalNewline bool   // true also for an empty file
}

// Hash gives the hash by which texts are compared: SHA-256 in hex.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// HashBytes gives the [Text.Hash] of a file that holds the bytes.
func HashBytes(data []byte) string {
	if text, _, ok := decode(string(data)); ok && len(data) <= MaxText {
		return Hash(text)
	}
	return Hash(string(data))
}

// setText fills in what follows from the text.
func (t *Text) setText(s string) {
	t.Content, t.Hash = s, Hash(s)
	t.LineEnding = lineEnding(s)
	t.FinalNewline = s == "" || strings.HasSuffix(s, "\n")
}

func lineEnding(s string) string {
	if crlf := strings.Count(s, "\r\n"); crlf > 0 && 2*crlf >= strings.Count(s, "\n") {
		return "\r\n"
	}
	return "\n"
}

// Encoding is how text is written as bytes.
type Encoding string

// The encodings. Latin1 stands for all encodings of one byte a character: its bytes come back as they were.
const (
	UTF8    Encoding = "utf-8"
	UTF16LE Encoding = "utf-16le"
	UTF16BE Encoding = "utf-16be"
	Latin1  Encoding = "latin-1"
)

const (
	bomUTF8  = "\xef\xbb\xbf"
	bomLE    = "\xff\xfe"
	bomBE    = "\xfe\xff"
	sniffLen = 8000
)

// decode reads bytes as text; ok is false where they are none.
func decode(data string) (text string, f Form, ok bool) {
	switch {
	case strings.HasPrefix(data, bomLE):
		return decodeChecked(data, Form{Encoding: UTF16LE, BOM: true})
	case strings.HasPrefix(data, bomBE):
		return decodeChecked(data, Form{Encoding: UTF16BE, BOM: true})
	case strings.IndexByte(data[:min(len(data), sniffLen)], 0) >= 0:
		return "", Form{}, false
	case strings.HasPrefix(data, bomUTF8):
		return decodeChecked(data, Form{Encoding: UTF8, BOM: true})
	case utf8.ValidString(data):
		return data, Form{Encoding: UTF8}, true
	case looksLatin1(data):
		return decodeChecked(data, Form{Encoding: Latin1})
	}
	return "", Form{}, false
}

// decodeChecked takes only what comes back as the same bytes.
func decodeChecked(data string, f Form) (string, Form, bool) {
	var text string
	switch f.Encoding {
	case UTF16LE, UTF16BE:
		text = decodeUTF16(data[2:], f.Encoding)
	case Latin1:
		text = decodeLatin1(data)
	default:
		text = data[len(bomUTF8):]
	}
	back, err := f.encode(text)
	return text, f, err == nil && back == data && utf8.ValidString(text)
}

// looksLatin1 is true where few bytes are beyond ASCII and none is a control character that text does not use.
func looksLatin1(data string) bool {
	high := 0
	for i := range len(data) {
		switch c := data[i]; {
		case c >= 0x80:
			high++
		case c < 0x20 && !strings.ContainsRune("\t\n\v\f\r\x1b", rune(c)) || c == 0x7f:
			return false
		}
	}
	return high*10 <= len(data)*3
}
