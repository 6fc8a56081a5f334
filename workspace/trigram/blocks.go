package trigram

import (
	"encoding/binary"

	"ptk-lsp/workspace/segment"
)

// blockWriter writes the lists of a segment in blocks, and at the end the tables.
type blockWriter struct {
	*segment.Writer
	keys  []byte // of the block: the difference of each key, the number of its files and the length of its list
	lists []byte // of the block
	count int    // keys in the block
	first uint32 // key of the block
	last  uint32 // key
	table []byte // of the blocks
	n     int64  // blocks
}

// Blocks end after so many keys or bytes, so that reading one is cheap.
const (
	blockKeys  = 64
	blockBytes = 16 << 10
)

// list writes the files of a key.
func (w *blockWriter) list(key uint32, ids []uint32) {
	if w.count == 0 {
		w.first, w.last = key, key
	}
	before := len(w.lists)
	w.lists = appendList(w.lists, ids)
	w.keys = binary.AppendUvarint(w.keys, uint64(key-w.last))
	w.keys = binary.AppendUvarint(w.keys, uint64(len(ids)))
	w.keys = binary.AppendUvarint(w.keys, uint64(len(w.lists)-before))
	w.last = key
	if w.count++; w.count == blockKeys || len(w.lists) >= blockBytes {
		w.endBlock()
	}
}

func (w *blockWriter) endBlock() {
	w.table = binary.LittleEndian.AppendUint32(w.table, w.first)
	w.table = binary.LittleEndian.AppendUint32(w.table, uint32(len(w.keys)))
	w.table = binary.LittleEndian.AppendUint64(w.table, uint64(w.At()))
	w.table = binary.LittleEndian.AppendUint32(w.table, segment.Checksum(w.keys, w.lists))
	w.n++
	w.Append(w.keys)
	w.Append(w.lists)
	w.keys, w.lists, w.count = w.keys[:0], w.lists[:0], 0
}

// finish writes the tables.
func (w *blockWriter) finish(files []file) {
	if w.count > 0 {
		w.endBlock()
	}
	w.Finish(format(), appendFiles(w.table, files), w.n, int64(len(files)))
}
