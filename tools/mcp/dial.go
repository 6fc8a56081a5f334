package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// handshake is the protocol version that servers are asked for first: nearly all support it, and those that only support
// newer ones report so.
const handshake = "2025-11-25"

// startTime is how long the handshake and the list of tools may take; programs may have to be downloaded first.
const startTime = time.Minute

// dialer connects to a server.
type dialer struct {
	name string
	cfg  Config
	host *host
	link *link
	tail *tail
}

// connect starts or reaches the server and lists its tools.
func (d *dialer) connect(life context.Context) (*connection, []*definition, error) {
	cfg, err := expand(d.cfg, d.host.Environ)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(life, startTime)
	defer cancel()
	c, err := d.dial(ctx, life, cfg, &sdk.ClientSessionOptions{ProtocolVersion: handshake})
	if refusal := new(jsonrpc.Error); errors.As(err, &refusal) {
		c, err = d.dial(ctx, life, cfg, nil) // the newest version that both support
	}
	if err != nil {
		return nil, nil, err
	}
	defs, err := d.lister().fetch(ctx, c.session)
	if err != nil {
		err = c.ended(fmt.Errorf("listing its tools: %w", err))
		c.close()
		return nil, nil, err
	}
	return c, defs, nil
}

// lister returns what lists the tools of the server.
func (d *dialer) lister() *lister { return &lister{d.cfg, d.host.Log.With("server", d.name)} }

// dial makes one connection.
func (d *dialer) dial(ctx, life context.Context, cfg Config, o *sdk.ClientSessionOptions) (*connection, error) {
	c := &connection{client: d.newClient(), release: func() {}}
	transport, err := d.transport(life, cfg, c)
	if err != nil {
		return nil, err
	}
	if c.session, err = c.client.Connect(ctx, transport, o); err != nil {
		if ctx.Err() == context.DeadlineExceeded {
			err = fmt.Errorf("it did not answer within %s", startTime)
		}
		err = c.ended(err)
		c.close()
		return nil, err
	}
	return c, nil
}

func (d *dialer) transport(life context.Context, cfg Config, c *connection) (sdk.Transport, error) {
	var err error
	if cfg.URL != "" {
		var t *sdk.StreamableClientTransport
		if t, err = httpTransport(cfg); err != nil {
			return nil, err
		}
		c.release = t.HTTPClient.CloseIdleConnections
		return t, nil
	}
	if c.program, err = startProgram(life, d.host, d.name, cfg, d.tail); err != nil {
		return nil, err
	}
	return c.program.transport(), nil
}

// newClient returns the client of a connection. It offers the open folders as roots, and neither a model nor the user.
func (d *dialer) newClient() *sdk.Client {
	log := d.host.Log.With("server", d.name)
	c := sdk.NewClient(&sdk.Implementation{Name: "ptk-lsp", Title: "PTK", Version: d.host.Version}, &sdk.ClientOptions{
		Logger:                 log,
		Capabilities:           &sdk.ClientCapabilities{RootsV2: &sdk.RootCapabilities{ListChanged: true}},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { d.link.noteChanged() },
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			d.link.calls.progress(r.Params)
		},
		LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) {
			log.Debug("message from an MCP server", "level", string(r.Params.Level), "text", short(fmt.Sprint(r.Params.Data), 500))
		},
	})
	d.link.begin(c, d.host.roots())
	return c
}
