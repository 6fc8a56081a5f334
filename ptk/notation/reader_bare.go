package notation

import (
	"encoding/json"
	"strconv"
	"strings"
)

// bare reads a value without quotation marks: a number, a word such as True, an expression, or text.
func (r *reader) bare() {
	start := r.pos
	end := r.bareEnd()
	token := strings.TrimRight(r.src[start:end], " \t\r\n")
	r.pos = start + len(token)
	if r.fault != nil {
		return
	}
	if made, repair := bareValue(token); made != "" {
		r.out = append(r.out, made...)
		if repair != "" {
			r.repair(repair)
		}
		return
	}
	r.bareText(start, token)
}

// bareText reads text without quotation marks as a string, unless it is a placeholder.
func (r *reader) bareText(start int, token string) {
	switch {
	case token == "" || strings.Trim(token, ".… ") == "":
		r.fail(start, "a value is expected here")
	case token[0] == '<' || token[0] == '$' && strings.HasPrefix(token, "${"):
		r.fail(start, "%s is a placeholder, not a value", clipText(token, 30))
	case r.strict && strings.ContainsAny(token, "()[]{}*+=<>|&"):
		r.fail(start, "%s is an expression, not a value", clipText(token, 30))
	default:
		r.repair("unquoted text")
		r.out = appendQuoted(r.out, strings.ReplaceAll(token, `\_`, "_"))
	}
}

// bareEnd returns the end of a value without quotation marks: a comma, a bracket that it did not open, the end of the line, or
// a comment.
func (r *reader) bareEnd() int {
	depth := 0
	for i := r.pos; i < len(r.src); i++ {
		switch c := r.src[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',', '\n', ';':
			if depth == 0 {
				return i
			}
		case '#', '/':
			if depth == 0 && i > r.pos && isBlank(r.src[i-1]) && (c == '#' || strings.HasPrefix(r.src[i:], "//")) {
				return i
			}
		case '"', '\'', '`':
			if c == '\'' && depth == 0 && i > r.pos && i+1 < len(r.src) && isWord(r.src[i-1]) && isWord(r.src[i+1]) {
				continue
			}
			if depth == 0 {
				r.fail(i, "a quote stands inside a value without quotes")
				return i
			}
			if i = closingQuote(r.src, i); i == len(r.src) {
				return i
			}
		}
	}
	return len(r.src)
}

// closingQuote returns the offset of the quotation mark that matches the one at i, or the end of the text.
func closingQuote(s string, i int) int {
	quote := s[i]
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return len(s)
}

// bareValue returns the JSON of a token that is not text, and the kind of repair.
func bareValue(token string) (made, repair string) {
	switch token {
	case "true", "false", "null":
		return token, ""
	case "True", "TRUE":
		return "true", "Python literal"
	case "False", "FALSE":
		return "false", "Python literal"
	case "None", "NULL", "Null", "nil", "undefined":
		return "null", "Python literal"
	}
	if token == "" || !strings.ContainsAny(token[:1], "0123456789+-.(") {
		return "", ""
	}
	if isNumber(token) {
		return token, ""
	}
	if made := otherNumber(token); made != "" {
		return made, "number"
	}
	if f, ok := evaluate(token); ok {
		return f, "expression"
	}
	return "", ""
}

// isNumber reports whether the token is a number in JSON.
func isNumber(token string) bool {
	return (token[0] == '-' || token[0] >= '0' && token[0] <= '9') && json.Valid([]byte(token))
}

// otherNumber reads the numbers of other languages: 1_000, +5, .5, 5., 0xff.
func otherNumber(token string) string {
	plain := strings.TrimPrefix(strings.ReplaceAll(token, "_", ""), "+")
	if plain == "" || strings.HasPrefix(token, "_") || strings.HasSuffix(token, "_") {
		return ""
	}
	if strings.HasPrefix(plain, "0x") || strings.HasPrefix(plain, "0b") || strings.HasPrefix(plain, "0o") {
		if n, err := strconv.ParseInt(plain, 0, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
		return ""
	}
	plain = strings.Replace(plain, "-.", "-0.", 1)
	if plain[0] == '.' {
		plain = "0" + plain
	}
	if strings.HasSuffix(plain, ".") {
		plain += "0"
	}
	if isNumber(plain) {
		return plain
	}
	return ""
}
