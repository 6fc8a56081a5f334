package ollama

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// DefaultWindow is the context window in tokens with which a model is loaded if neither the settings nor its own parameters
// set one: enough for the tools and some files, and within the memory of a usual machine. Ollama's own default may be as low
// as 4,096.
const DefaultWindow = 16_384

// shown is what /api/show returns about a model.
type shown struct {
	Parameters   string         `json:"parameters"` // the model's own parameters, one a line
	Info         map[string]any `json:"model_info"`
	Capabilities []string       `json:"capabilities"`
}

var numCtx = regexp.MustCompile(`(?m)^num_ctx\s+(\d+)`)

// own returns the window that the model's own parameters set, or 0.
func (s shown) own() int {
	if m := numCtx.FindStringSubmatch(s.Parameters); m != nil {
		n, _ := strconv.Atoi(m[1]) // a number that is too large counts as none
		return n
	}
	return 0
}

// most returns the window that the model was trained for, or 0 if unknown.
func (s shown) most() int {
	arch, _ := s.Info["general.architecture"].(string)
	n, _ := s.Info[arch+".context_length"].(float64)
	if n < 0 || n > math.MaxInt32 {
		return 0
	}
	return int(n)
}

// chosen returns the window to load the model with: that of the settings, else that of the model's own parameters, else the
// default or the one it is running with, whichever is larger. It never exceeds what the model supports.
func (s shown) chosen(set, running int) int {
	window := max(DefaultWindow, running)
	if own := s.own(); own > 0 {
		window = own
	}
	if set > 0 {
		window = set
	}
	if most := s.most(); most > 0 {
		window = min(window, most)
	}
	return window
}

// remote reports whether the server forwards requests for the model to Ollama's cloud, where it has its full window.
func remote(model string) bool {
	return strings.HasSuffix(model, "-cloud") || strings.HasSuffix(model, ":cloud")
}
