package words

// Common reports whether a stem is found everywhere in code.
func Common(word string) bool {
	switch word {
	case "if", "for", "else", "return", "func", "function", "var", "let", "const", "int", "string", "str", "bool", "char", "void", "struct",
		"static",
		"nil", "null", "none", "true", "fals", "err", "error", "self", "this", "new", "import", "from", "in", "is", "of", "to", "the", "and",
		"or", "not",
		"typ", "interfac", "class", "def", "public", "privat", "end", "cas", "switch", "break", "continu", "rang", "map", "len", "append",
		"ctx", "fmt",
		"packag", "unsign", "long", "export", "default", "it", "be", "with", "an", "by", "on", "as", "that", "includ", "defin", "byt", "uint",
		"test":
		return true
	}
	return Filler(word)
}

// Filler reports whether a stem is a word that questions are phrased with and that says nothing about their subject.
func Filler(word string) bool {
	switch word {
	case "how", "what", "where", "which", "who", "why", "when", "do", "doe", "did", "is", "are", "was", "be", "been", "the", "an", "of", "in",
		"on", "to", "for", "from", "with", "and", "or", "not", "by", "it", "its", "that", "this", "there", "thing", "cod", "get", "can",
		"i", "you", "we", "my", "if", "at", "as", "into", "out", "us", "used", "happen", "happens", "find", "show", "me", "happened", "mak",
		"made",
		"so", "any", "all", "has", "hav", "tell", "function", "plac", "decid", "implement", "implemented", "handl":
		return true
	}
	return false
}
