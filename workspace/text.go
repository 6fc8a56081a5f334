package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// MaxText is the size in bytes above which a file is read by range only.
const MaxText = 10 << 20

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
