package mcp

import (
	"errors"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// connection is a connection to a server.
type connection struct {
	session *sdk.ClientSession
	client  *sdk.Client
	program *program // nil for a server that is reached by its URL
	release func()   // releases its resources
}

// close ends the connection, and the program with all that it started.
func (c *connection) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		defer c.release()
		if c.session != nil {
			_ = c.session.Close() // it is over in any case
		}
	}()
	select {
	case <-closed:
	case <-time.After(leaveTime):
	}
	if c.program != nil {
		c.program.stop()
	}
}

// ended returns why the connection has ended.
func (c *connection) ended(err error) error {
	if c.program != nil {
		return c.program.why(err)
	}
	if err == nil {
		err = errors.New("it closed the connection")
	}
	return err
}

// info returns the name and version that the server reported.
func (c *connection) info() string {
	if r := c.session.InitializeResult(); r != nil && r.ServerInfo != nil {
		return short(strings.TrimSpace(r.ServerInfo.Name+" "+r.ServerInfo.Version), 100)
	}
	return ""
}
