package mcp

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"

	"ptk-lsp/tools/process"
)

// explain returns what to report to the user about an error of the server with the name.
func explain(name string, cfg Config, err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if s, ok := errors.AsType[*statusError](err); ok {
		return &failure{
			sentence(s.Error()),
			"It requires authentication: set mcpServers." + name + ".headers, such as Authorization = \"Bearer ${NAME_OF_A_VARIABLE}\".",
			true,
		}
	}
	switch {
	case errors.Is(err, process.ErrNotFound) || errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
		return &failure{
			sentence("there is no program " + cfg.Command), "Install it, or set mcpServers." + name + ".command to its path.", true,
		}
	case errors.Is(err, fs.ErrPermission):
		return &failure{sentence(err.Error()), "Make the program executable, or set mcpServers." + name + ".command to another.", true}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{"It did not answer in time.", "Try its command in a terminal.", false}
	case err == nil:
		return &failure{"It ended.", "The log has what it wrote.", false}
	case cfg.URL != "":
		return &failure{sentence(err.Error()), "Check that the server runs and that mcpServers." + name + ".url is right.", false}
	}
	return &failure{sentence(err.Error()), "Try its command in a terminal; the log has what it wrote.", false}
}
