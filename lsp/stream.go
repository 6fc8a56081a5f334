package lsp

import (
	"context"
	"errors"
	"io"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec encodes payloads: raw JSON unchanged, everything else with package protocol, which encodes its union types.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok && raw != nil {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage{}, data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// stream is LSP's framing over two pipes. A message that can't be read gets an error response and is skipped; jsonrpc2 would
// close the connection. The end of the input ends the server; jsonrpc2 would wait for running requests.
type stream struct {
	jsonrpc2.Stream
	frames  *frameReader
	ended   context.CancelFunc
	skipped func(*tooLongError) // called with each skipped message
}

func newStream(in io.ReadCloser, out io.WriteCloser, ended context.CancelFunc, skipped func(*tooLongError)) *stream {
	return &stream{jsonrpc2.NewHeaderStream(duplex{in, out}), newFrameReader(in), ended, skipped}
}

// Read returns the next message that can be read.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		frame, n, err := s.frames.next()
		if long, ok := errors.AsType[*tooLongError](err); ok {
			s.refuse(ctx, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%v", long))
			s.skipped(long)
			continue
		}
		if errors.Is(err, jsonrpc2.ErrInvalidHeader) {
			s.refuse(ctx, jsonrpc2.Errorf(jsonrpc2.ParseError, "not a message header with a Content-Length"))
		}
		if err != nil {
			s.ended()
			return nil, 0, err
		}
		m, err := jsonrpc2.DecodeMessage(frame)
		if err == nil {
			return m, n, nil
		}
		s.refuse(ctx, err)
	}
}

// Write sends a message. If that fails the editor has exited, even if the input is still open.
func (s *stream) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	n, err := s.Stream.Write(ctx, m)
	if err != nil && ctx.Err() == nil {
		s.ended()
	}
	return n, err
}

// refuse sends an error response to a message that could not be read, so without an id. A write error shows in the next write.
func (s *stream) refuse(ctx context.Context, why error) {
	_, _ = s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, why))
}

// duplex joins two pipes to one connection.
type duplex struct {
	io.ReadCloser
	out io.WriteCloser
}

func (d duplex) Write(p []byte) (int, error) { return d.out.Write(p) }

func (d duplex) Close() error { return errors.Join(d.out.Close(), d.ReadCloser.Close()) }
