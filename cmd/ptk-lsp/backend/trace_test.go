package backend

import "testing"

// Header fields that the environment has for one collector are sent to no other.
func TestHeadersForTheCollector(t *testing.T) {
	for _, c := range []struct{ meant, endpoint, want string }{
		{"", "https://a.example", "k=v"},
		{"https://A.example/otlp", "https://a.example", "k=v"},
		{"https://a.example", "http://a.example", ""},
		{"https://a.example", "https://b.example", ""},
		{"https://a.example:4318", "https://a.example", ""},
	} {
		env := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": c.meant, "OTEL_EXPORTER_OTLP_HEADERS": "k=v"}
		if got := otlpHeaders(func(name string) string { return env[name] }, c.endpoint); got != c.want {
			t.Errorf("meant for %q, sent to %q: %q", c.meant, c.endpoint, got)
		}
	}
}
