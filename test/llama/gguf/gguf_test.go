package gguf

import (
	"bytes"
	"math"
	"testing"
)

func TestHalf(t *testing.T) {
	for value, want := range map[float32]uint16{
		0: 0, 1: 0x3c00, -2: 0xc000, 0.5: 0x3800, 65504: 0x7bff, 1e6: 0x7c00, 2049: 0x6800, 2051: 0x6802,
		5.9604645e-8: 1, 6.1035156e-5: 0x400, 1e-9: 0, float32(math.Sqrt2): 0x3da8,
	} {
		if got := half(value); got != want {
			t.Errorf("half(%v) = %#x, want %#x", value, got, want)
		}
	}
}

func TestTensorsAreAligned(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, []Field{{"k", "v"}, {"list", []string{"a", "bc"}}}, []Tensor{
		{Name: "one", Dimensions: []uint64{3}, Data: []float32{1, 2, 3}},
		{Name: "two", Dimensions: []uint64{2, 1}, Data: []float32{4, 5}, Half: true},
	})
	if err != nil || !bytes.HasPrefix(b.Bytes(), []byte("GGUF\x03\x00\x00\x00")) || b.Len()%alignment != 0 {
		t.Errorf("got %d bytes, %v", b.Len(), err)
	}
	data := b.Bytes()
	if last := data[len(data)-alignment:]; last[0] != 0 || last[1] != 0x44 {
		t.Errorf("the last tensor is not where it should be: %x", last)
	}
}

func TestUnknownMetadataIsAnError(t *testing.T) {
	if err := Write(&bytes.Buffer{}, []Field{{"k", 1.5}}, nil); err == nil {
		t.Error("a float64 was accepted")
	}
}
