package wire

import (
	"net/http"
	"time"
)

const defaultIdle = 60 * time.Second

// Options describe the server of a provider.
type Options struct {
	// Name is the provider's name in the settings, such as "openai" or "groq"; errors carry it.
	Name string
	// BaseURL is the server's address; "" is the provider's own.
	BaseURL string
	// Key is the API key; "" for servers that need none.
	Key string
	// KeyVariable and URLVariable name the environment variables of key and address, for advice to the user.
	KeyVariable, URLVariable string
	// Start says how the user starts the server, if it runs on this machine; "" if that is not known.
	Start string
	// Header is sent with every request; may be nil.
	Header http.Header
	// Idle is how long the server may be silent; 0 is 60 seconds.
	Idle time.Duration
	// Local reports whether the server runs on a machine like the user's. It may have to load the model and read a long prompt
	// first, so it may be silent five times as long before the response begins.
	Local bool
}

// localPatience is how many times Idle a local server may be silent before the response begins.
const localPatience = 5

// patience returns how long the server may be silent before the response begins.
func (o Options) patience() time.Duration {
	if o.Local {
		return localPatience * o.Idle
	}
	return o.Idle
}
