package workspace

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Form is how the text of a file is encoded.
type Form struct {
	Encoding     Encoding
	BOM          bool
	LineEnding   string // "\n" or "\r\n", the one of most lines
	FinalNewline bool   // true also for an empty file
}

// Encoding is how text is encoded as bytes.
type Encoding string

// The encodings. Latin1 stands for all encodings of one byte a character: its bytes are preserved.
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

// decode decodes bytes as text; ok is false if they are not text.
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

// decodeChecked succeeds only if encoding the text again gives the same bytes.
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

// looksLatin1 reports whether few bytes are beyond ASCII and none is a control character that text does not use.
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

func lineEnding(s string) string {
	if crlf := strings.Count(s, "\r\n"); crlf > 0 && 2*crlf >= strings.Count(s, "\n") {
		return "\r\n"
	}
	return "\n"
}

// encode returns the bytes of a text in the file's form. It fails if the encoding lacks a character.
func (f Form) encode(text string) (string, error) {
	switch f.Encoding {
	case UTF16LE, UTF16BE:
		return encodeUTF16(text, f.Encoding), nil
	case Latin1:
		return encodeLatin1(text)
	case UTF8:
	}
	if f.BOM {
		return bomUTF8 + text, nil
	}
	return text, nil
}

func order(e Encoding) binary.ByteOrder {
	if e == UTF16BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func decodeUTF16(data string, e Encoding) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order(e).Uint16([]byte(data[2*i : 2*i+2]))
	}
	return string(utf16.Decode(units))
}

func encodeUTF16(text string, e Encoding) string {
	units := append([]uint16{0xfeff}, utf16.Encode([]rune(text))...)
	out := make([]byte, 2*len(units))
	for i, u := range units {
		order(e).PutUint16(out[2*i:], u)
	}
	return string(out)
}

func decodeLatin1(data string) string {
	var b strings.Builder
	for i := range len(data) {
		b.WriteRune(rune(data[i]))
	}
	return b.String()
}

func encodeLatin1(text string) (string, error) {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			return "", fmt.Errorf("the file is not UTF-8 and its encoding lacks %q", r)
		}
		out = append(out, byte(r))
	}
	return string(out), nil
}
