package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// MaxText is the size in bytes above which a file is only read by range.
const MaxText = 10 << 20

// Text is the content of a file.
type Text struct {
	File File
	// Content is the text as UTF-8, without BOM, with its own line endings; "" if Binary or Large.
	Content string
	// Hash is [Hash] of Content; "" if Large, of the bytes if Binary.
	Hash string
	// Dirty is set if the file has unsaved changes in the editor.
	Dirty bool
	// Buffer is set if the text comes from the editor; Version is then the editor's.
	Buffer  bool
	Version int32
	// Form is how it is stored on the disk.
	Form
	Size   int64 // bytes on the disk
	Binary bool
	Large  bool // above [MaxText]; [Workspace.Lines] reads it by range
}

// Hash returns the hash by which texts are compared: SHA-256 in hex.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// HashBytes returns the [Text.Hash] of a file with these bytes.
func HashBytes(data []byte) string {
	if text, _, ok := decode(string(data)); ok && len(data) <= MaxText {
		return Hash(text)
	}
	return Hash(string(data))
}

// setText sets the text and the fields that follow from it.
func (t *Text) setText(s string) {
	t.Content, t.Hash = s, Hash(s)
	t.LineEnding = lineEnding(s)
	t.FinalNewline = s == "" || strings.HasSuffix(s, "\n")
}
