package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// handshake is the version of the protocol that servers are asked for first: nearly all know it, and those that know only
// what came after it say so.
const handshake = "2025-11-25"

// connection is a connected server.
type connection struct {
	session *sdk.ClientSession
	client  *sdk.Client
	program *program // nil for one that is reached by a URL
	leave   func()   // lets go of what is left of it
}

// connect starts or reaches the server and lists its tools.
func (v *server) connect() (*connection, error) {
	cfg, err := expand(v.cfg, v.set.o.Environ)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(v.life, startTime)
	defer cancel()
	c, err := v.dial(ctx, cfg, &sdk.ClientSessionOptions{ProtocolVersion: handshake})
	if refusal := new(jsonrpc.Error); errors.As(err, &refusal) {
		c, err = v.dial(ctx, cfg, nil) // the newest that both know
	}
	if err != nil {
		return nil, err
	}
	ts, err := v.fetch(ctx, c.session)
	if err != nil {
		err = c.ended(fmt.Errorf("listing its tools: %w", err))
		c.close()
		return nil, err
	}
	v.up(c, ts)
	return c, nil
}

// dial makes one connection.
func (v *server) dial(ctx context.Context, cfg Config, o *sdk.ClientSessionOptions) (*connection, error) {
	c := &connection{client: v.newClient(), leave: func() {}}
	transport, err := v.transport(cfg, c)
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

func (v *server) transport(cfg Config, c *connection) (sdk.Transport, error) {
	var err error
	if cfg.URL != "" {
		var t *sdk.StreamableClientTransport
		if t, err = httpTransport(cfg); err != nil {
			return nil, err
		}
		c.leave = t.HTTPClient.CloseIdleConnections
		return t, nil
	}
	if c.program, err = v.startProgram(cfg); err != nil {
		return nil, err
	}
	return c.program.transport(), nil
}

// close ends the connection, and the program with all that it started.
func (c *connection) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		defer c.leave()
		if c.session != nil {
			_ = c.session.Close() // it is gone, whatever it says
		}
	}()
	leave := time.After(leaveTime)
	select {
	case <-closed:
	case <-leave:
	}
	if c.program != nil {
		c.program.stop()
	}
}

// ended says why there is no connection any more.
func (c *connection) ended(err error) error {
	if c.program != nil {
		return c.program.why(err)
	}
	if err == nil {
		err = errors.New("it closed the connection")
	}
	return err
}

// newClient makes what talks to the server: it lists the open folders, takes progress and news, and has no model or
// person to ask for the server.
func (v *server) newClient() *sdk.Client {
	c := sdk.NewClient(&sdk.Implementation{Name: "ptk-lsp", Title: "PTK", Version: v.set.o.Version}, &sdk.ClientOptions{
		Logger:       v.set.o.Log.With("server", v.name),
		Capabilities: &sdk.ClientCapabilities{RootsV2: &sdk.RootCapabilities{ListChanged: true}},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case v.changed <- struct{}{}:
			default: // it will be listed anyway
			}
		},
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { v.calls.progress(r.Params) },
		LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) {
			v.set.o.Log.Debug("an MCP server says", "server", v.name, "level", string(r.Params.Level), "text", short(fmt.Sprint(r.Params.Data), 500))
		},
	})
	roots := v.rootURIs()
	c.AddRoots(asRoots(roots)...)
	v.mu.Lock()
	v.roots = roots
	v.mu.Unlock()
	return c
}

// setRoots tells the connected server of the folders as they are now.
func (v *server) setRoots() {
	now := v.rootURIs()
	v.mu.Lock()
	client, had := v.client, v.roots
	v.roots = now
	v.mu.Unlock()
	if client == nil {
		return
	}
	client.RemoveRoots(without(had, now)...)
	client.AddRoots(asRoots(without(now, had))...)
}

func (v *server) rootURIs() []string {
	var uris []string
	for _, f := range v.set.o.Folders() {
		path := filepath.ToSlash(f)
		if !strings.HasPrefix(path, "/") { // a drive of Windows
			path = "/" + path
		}
		uris = append(uris, (&url.URL{Scheme: "file", Path: path}).String())
	}
	return uris
}

func asRoots(uris []string) []*sdk.Root {
	var roots []*sdk.Root
	for _, u := range uris {
		roots = append(roots, &sdk.Root{URI: u, Name: u[strings.LastIndexByte(u, '/')+1:]})
	}
	return roots
}

// without gives those of a that are not in b.
func without(a, b []string) []string {
	in := map[string]bool{}
	for _, s := range b {
		in[s] = true
	}
	var out []string
	for _, s := range a {
		if !in[s] {
			out = append(out, s)
		}
	}
	return out
}

// serverInfo is what the server calls itself.
func serverInfo(s *sdk.ClientSession) string {
	if r := s.InitializeResult(); r != nil && r.ServerInfo != nil {
		return short(strings.TrimSpace(r.ServerInfo.Name+" "+r.ServerInfo.Version), 100)
	}
	return ""
}
