package main

import "testing"

// What the environment has for one collector goes to no other.
func TestHeadersForTheCollector(t *testing.T) {
	for _, c := range []struct{ meant, endpoint, want string }{
		{"", "https://a.example", "k=v"},
		{"https://A.example/otlp", "https://a.example", "k=v"},
		{"https://a.example", "http://a.example", ""},
		{"https://a.example", "https://b.example", ""},
		{"https://a.example:4318", "https://a.example", ""},
	} {
		env := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": c.meant, "OTEL_EXPORTER_OTLP_HEADERS": "k=v"}
		s := &stack{env: func(name string) string { return env[name] }}
		if got := s.otlpHeaders(c.endpoint); got != c.want {
			t.Errorf("meant for %q, sent to %q: %q", c.meant, c.endpoint, got)
		}
	}
}
