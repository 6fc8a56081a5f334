package gguf

import "math"

// half converts a number to half precision of IEEE 754, rounded to the nearest; what is too large becomes infinite.
func half(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	exponent := int(bits>>23&0xff) - 127
	mantissa := bits&0x7fffff | 0x800000
	switch {
	case exponent > 15:
		return sign | 0x7c00
	case exponent >= -14:
		rounded := (mantissa + 0xfff + mantissa>>13&1) >> 13 // ties to even
		return sign | uint16(uint32(exponent+14)<<10+rounded)
	case exponent >= -25: // a denormal number
		shift := uint(-exponent - 1)
		return sign | uint16((mantissa+1<<(shift-1))>>shift)
	}
	return sign
}
