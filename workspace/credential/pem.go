package credential

import (
	"encoding/base64"
	"strings"
)

// Bounds of a private key in a text.
const (
	maxKey      = 64 << 10
	minKey      = 60 // characters of base64; the shortest key in use has 64
	keyLine     = 16 // characters of a line that may belong to a key without an end line
	labelLength = 48
)

// pemKey finds the key between two lines with PRIVATE KEY, or after or before the one of them that is there.
func pemKey(text string, at int, kind string) []span {
	head := text[max(0, at-labelLength):at]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[i+1:]
	}
	after, ok := dashes(text, at+len("PRIVATE KEY"))
	switch {
	case !ok:
		return nil
	case strings.Contains(head, "--BEGIN ") || strings.Contains(head, "-- BEGIN "):
		return below(text, after, kind)
	case strings.Contains(head, "--END ") || strings.Contains(head, "-- END "):
		return above(text, at-len(head), kind)
	}
	return nil
}

// dashes returns the end of the dashes that close a label.
func dashes(text string, at int) (end int, ok bool) {
	rest := strings.TrimPrefix(text[at:], " BLOCK")
	rest = strings.TrimPrefix(rest, " ")
	closed := strings.TrimLeft(rest, "-")
	return len(text) - len(closed), len(rest)-len(closed) >= 4
}

// below finds the key that begins at an index.
func below(text string, at int, kind string) []span {
	body := text[at:min(len(text), at+maxKey)]
	whole := false
	if end := strings.Index(body, "----"); end >= 0 {
		label := strings.TrimPrefix(strings.TrimLeft(body[end:], "-"), " ")
		body, whole = body[:end], strings.HasPrefix(label, "END")
	}
	var spans []span
	n, ended := 0, false
	for line := range strings.SplitAfterSeq(body, "\n") {
		start, stop := content(line)
		key := base64Len(line[start:stop])
		if ended = !whole && key < keyLine && stop > start; ended && key < stop-start {
			break
		}
		if n += key; stop > start {
			spans = append(spans, span{start: at + start, end: at + stop, kind: kind, quiet: len(spans) > 0})
		}
		if at += len(line); ended {
			break // the last line of the key is short
		}
	}
	if n < minKey || len(spans) == 0 || entropy(text[spans[0].start:spans[len(spans)-1].end]) < minEntropy {
		return nil
	}
	return spans
}

// above finds the key that ends at an index and whose beginning is missing.
func above(text string, at int, kind string) []span {
	var spans []span
	n := 0
	for at > 0 && len(spans) < maxKey/keyLine {
		from := strings.LastIndexByte(text[:at-1], '\n') + 1
		start, stop := content(text[from:at])
		line := text[from+start : from+stop]
		if key := base64Len(line); key != len(line) || key < keyLine && len(spans) > 0 || key == 0 {
			break
		}
		n += stop - start
		spans = append([]span{{start: from + start, end: from + stop, kind: kind, quiet: true}}, spans...)
		at = from
	}
	if n < minKey {
		return nil
	}
	spans[0].quiet = false
	return spans
}

// content returns the part of a line without a line number of a listing, indentation and line ending.
func content(line string) (start, end int) {
	end = len(strings.TrimRight(line, "\r\n \t"))
	start = min(end, len(line)-len(strings.TrimLeft(line, " \t")))
	number := start
	for number < end && '0' <= line[number] && line[number] <= '9' {
		number++
	}
	if number > start && number < end && strings.IndexByte("\t:-", line[number]) >= 0 {
		start = number + 1
	}
	return start, end
}

// base64Len counts the base64 characters of a line that are in long runs.
func base64Len(line string) (n int) {
	set := classOf("base64")
	for i := 0; i < len(line); {
		end := run(line, i, set)
		if end-i >= keyLine || end-i == len(line) {
			n += end - i
		}
		i = end + 1
	}
	return n
}

// encodedKey finds a PEM file that is encoded as base64, as in a kubeconfig.
func encodedKey(text string, at int, kind string) []span {
	head, err := base64.RawStdEncoding.DecodeString(text[at:min(len(text), at+48)])
	if err != nil || !strings.Contains(string(head), "PRIVATE KEY") {
		return nil
	}
	end := run(text, at, classOf("base64"))
	if end-at < minKey {
		return nil
	}
	return []span{{start: at + len("LS0t"), end: end, kind: kind}}
}

// puttyKey finds the private lines of a PuTTY key file.
func puttyKey(text string, at int, kind string) []span {
	line, _, more := strings.Cut(text[at:min(len(text), at+labelLength)], "\n")
	if !more || wordBefore(text, at) {
		return nil
	}
	return below(text, at+len(line)+1, kind)
}
