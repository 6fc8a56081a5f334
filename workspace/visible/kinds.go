package visible

// kind is how much a character is trusted.
type kind int

const (
	plain   kind = iota
	newline      // and tabs: part of a text, but not of a line
	joiner       // invisible, but needed to write some languages
	hidden       // never shown as it is
)

// kindOf returns the kind of r regardless of its context.
func kindOf(r rune) kind {
	switch {
	case r >= 0x20 && r < 0x7F:
		return plain
	case r == '\n' || r == '\t':
		return newline
	case r < 0xA0:
		return hidden
	case isJoiner(r):
		return joiner
	case isHidden(r):
		return hidden
	}
	return plain
}

// isJoiner reports whether r is a blank that is not a space, or invisible, and needed to write some language.
func isJoiner(r rune) bool {
	switch r {
	case 0xA0, 0xAD, 0x061C, 0x1680, 0x200C, 0x200D, 0x200E, 0x200F, 0x202F, 0x205F, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

// isHidden reports whether r is invisible, ends a line, or changes how other characters are shown.
func isHidden(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x200B, 0x2800, 0x3164, 0xFEFF, 0xFFA0:
		return true
	}
	return r >= 0x180B && r <= 0x180F ||
		r >= 0x2028 && r <= 0x202E || // separators, embeddings, overrides
		r >= 0x2060 && r <= 0x206F || // invisible operators, isolates
		r >= 0xD800 && r <= 0xDFFF ||
		r >= 0xFE00 && r <= 0xFE0F || // variation selectors
		r >= 0xFFF0 && r <= 0xFFFC ||
		r >= 0x13430 && r <= 0x1343F ||
		r >= 0x1BCA0 && r <= 0x1BCA3 ||
		r >= 0x1D173 && r <= 0x1D17A ||
		r >= 0xE0000 && r <= 0xE0FFF // tags, more variation selectors
}

// pictograph reports whether r may be the base of an emoji.
func pictograph(r rune) bool {
	switch r {
	case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x3030, 0x303D, 0x3297, 0x3299:
		return true
	}
	return r >= 0x2190 && r <= 0x27FF || r >= 0x2900 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF
}
