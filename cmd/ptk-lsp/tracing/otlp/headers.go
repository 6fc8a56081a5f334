package otlp

import (
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// parseHeaders parses header fields in the format of the variable OTEL_EXPORTER_OTLP_HEADERS: "name=value,name=value", the values
// percent-encoded. An error names a field and never its value, which may be a secret.
//
// Source: https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables.
func parseHeaders(list string) (http.Header, error) {
	headers := http.Header{}
	for i, field := range strings.Split(list, ",") {
		field, _, _ = strings.Cut(field, ";") // ignore properties of W3C baggage
		if strings.TrimSpace(field) == "" {
			continue
		}
		name, value, ok := strings.Cut(field, "=")
		name = strings.TrimSpace(name)
		if !ok || name == "" || strings.ContainsFunc(name, notInToken) {
			return nil, fmt.Errorf("field %d is not like name=value", i+1)
		}
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if err != nil || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return nil, fmt.Errorf("the value of %s is not percent-encoded as it should be", name)
		}
		headers.Add(textproto.CanonicalMIMEHeaderKey(name), value)
	}
	return headers, nil
}

// notInToken reports whether a character is invalid in the name of a header field (RFC 9110, 5.6.2).
func notInToken(r rune) bool {
	letter := 'a' <= r|0x20 && r|0x20 <= 'z' && r < 0x80
	return !letter && !('0' <= r && r <= '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
