package mcp

import (
	"maps"
	"slices"
	"time"
)

// Config says how one server is started or reached: by Command or by URL. In all values ${NAME} is replaced by the variable of
// that name, so that the settings need not hold secrets.
type Config struct {
	Command string
	Args    []string
	Env     map[string]string // in addition to what it inherits
	Cwd     string            // where it is started: "" in a neutral folder, "workspace", or an absolute path
	URL     string            // of a streamable HTTP endpoint
	Headers map[string]string // sent to the URL's own origin only
	// Timeout is how long a call may take without a sign of life; 0 means a minute.
	Timeout time.Duration
}

func (c Config) equal(d Config) bool {
	return c.Command == d.Command && c.Cwd == d.Cwd && slices.Equal(c.Args, d.Args) && maps.Equal(c.Env, d.Env) && c.URL == d.URL &&
		maps.Equal(c.Headers, d.Headers) && c.Timeout == d.Timeout
}
