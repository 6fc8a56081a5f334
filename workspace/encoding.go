package workspace

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// encode gives the bytes of a text in the file's form. It fails where the encoding has no place for a character.
func (f Form) encode(text string) (string, error) {
	switch f.Encoding {
	case UTF16LE, UTF16BE:
		return encodeUTF16(text, f.Encoding), nil
	case Latin1:
		return encodeLatin1(text)
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
			return "", fmt.Errorf("the file is not UTF-8 and its encoding has no %q", r)
		}
		out = append(out, byte(r))
	}
	return string(out), nil
}
