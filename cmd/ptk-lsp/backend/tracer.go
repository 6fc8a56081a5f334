package backend

import (
	"net/url"
	"path/filepath"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/cmd/ptk-lsp/tracing"
)

// tracer records turns to the log, and to the trace file and the collector of the settings or the command line.
type tracer struct {
	*tracing.Tracer
	log  *logfile.Log
	file string // of the command line; may be ""
	env  func(string) string
}

// newTracer returns a tracer that records to the log until it is configured.
func newTracer(h Host, log *logfile.Log, file string) *tracer {
	return &tracer{Tracer: tracing.New(log.Logger, h.Version), log: log, file: file, env: h.Env}
}

// configure applies the settings. Errors are reported as problems of the configuration.
func (t *tracer) configure(c *Config) {
	telemetry := c.Settings.Telemetry
	t.log.SetLevel(telemetry.LogLevel)
	file, source := t.target(telemetry)
	endpoint := telemetry.OTLPEndpoint
	c.report(source, t.Configure(tracing.Config{Endpoint: endpoint, Headers: otlpHeaders(t.env, endpoint), File: file}))
}

// target returns the trace file and the source that names it.
func (t *tracer) target(s settings.Telemetry) (file, source string) {
	if t.file == "" {
		return s.TraceFile, "telemetry"
	}
	if abs, err := filepath.Abs(t.file); err == nil {
		return abs, "--trace"
	}
	return t.file, "--trace"
}

// otlpHeaders returns the header fields that the environment has for the collector, or "" if they are for another one.
func otlpHeaders(env func(string) string, endpoint string) string {
	if meant := env("OTEL_EXPORTER_OTLP_ENDPOINT"); meant != "" && !sameOrigin(meant, endpoint) {
		return ""
	}
	return env("OTEL_EXPORTER_OTLP_HEADERS")
}

func sameOrigin(a, b string) bool {
	one, errA := url.Parse(a)
	other, errB := url.Parse(b)
	return errA == nil && errB == nil && one.Scheme == other.Scheme && strings.EqualFold(one.Host, other.Host)
}
