package wire

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// maxMessage bounds the text of a server that an error shows, in characters.
const maxMessage = 2000

// Size formats a number of bytes for a person.
func Size(n int) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// shown returns a server's text as an error may show it: bounded, without control characters and without keys.
func (o Options) shown(text string) string {
	const longestKey = 4 << 10 // a key that the cut would split is masked too
	if len(text) > 4*maxMessage+longestKey {
		text = text[:4*maxMessage+longestKey]
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(o.scrub(text), "\ufffd"))
	if runes := []rune(text); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "…"
	}
	return text
}

// scrub masks the key and the values of the header in a text, since both may be secret.
func (o Options) scrub(text string) string {
	const shortest = 8 // bytes of a value that is treated as secret; servers without keys are given words such as "x"
	if len(o.Key) >= shortest {
		text = strings.ReplaceAll(text, o.Key, "[key]")
	}
	for name, values := range o.Header {
		for _, v := range values {
			if len(v) >= shortest {
				text = strings.ReplaceAll(text, v, "["+name+"]")
			}
		}
	}
	return text
}

// plainText returns one line about a body without an error object.
func plainText(header http.Header, body []byte) string {
	if mediaType(header) != "text/html" && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return excerpt(body)
	}
	lower := bytes.ToLower(body)
	from, to := bytes.Index(lower, []byte("<title>")), bytes.Index(lower, []byte("</title>"))
	if from < 0 || to < from {
		return "the server answered with an HTML page"
	}
	return "the server answered with an HTML page: " + excerpt(body[from+len("<title>"):to])
}

// excerpt returns the beginning of a text, on one line.
func excerpt(body []byte) string {
	const most = 300
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(body[:min(len(body), 2*most)]), "")), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// redacted returns an address without its password and query, which may hold a key.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "another address"
	}
	u.RawQuery = ""
	return u.Redacted()
}

// pathOnly returns a path without its query, which may hold a key.
func pathOnly(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path
}

func mediaType(header http.Header) string {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind
}
