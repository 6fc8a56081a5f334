package credential

import (
	"math"
	"slices"
	"strings"
)

// minEntropy is the entropy, in bits per character, above which a value counts as random; a hex digit has up to four.
const minEntropy = 2.8

// random reports whether a value may be random, and is not a placeholder.
func random(value string) bool {
	return entropy(value) >= minEntropy && !placeholder(value)
}

// placeholder reports whether a value calls itself a placeholder.
func placeholder(value string) bool {
	lower := strings.ToLower(value)
	for _, word := range []string{
		"example", "placeholder", "changeme", "change-me", "change_me", "redacted", "xxxxxx", "your-", "your_",
		"yourtoken", "yourkey", "yoursecret", "...", "dummy", "00000000",
	} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// entropy returns the bits per character of the value, by how often each character occurs.
func entropy(value string) (bits float64) {
	var count [256]int
	for i := range len(value) {
		count[value[i]]++
	}
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(value))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// common reports whether a password is one that manuals and tests use, or a placeholder.
func common(password string) bool {
	if len(password) < 6 || strings.ContainsAny(password, "${}<>*%[]()") || placeholder(password) || entropy(password) < 1.8 {
		return true
	}
	words := []string{
		"password", "passwd", "secret", "postgres", "mysql", "username", "changeit", "foobar", "foobarbaz", "hunter2",
		"mypassword", "mysecretpassword", "supersecret", "testpassword", "test123", "123456", "12345678", "rabbitmq", "minioadmin",
		"redispass", "userpass", "letmein", "qwerty", "opensesame", "open sesame", "p@ssword", "passwo^rd", "string",
	}
	return slices.Contains(words, strings.ToLower(password))
}
