package lsp

import (
	"context"
	"errors"
	"io"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec is how LSP's payloads are written: unions by protocol's own way, all else as JSON, raw JSON as it is.
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

// stream is LSP's framing over two pipes. A message that can't be read is answered and passed over, where jsonrpc2
// would end the connection; the end of the input ends everything, where jsonrpc2 would wait for calls in flight.
type stream struct {
	jsonrpc2.Stream
	frames  *frameReader
	ended   context.CancelFunc
	skipped func(*tooLongError) // told of messages that were passed over
}

func newStream(in io.ReadCloser, out io.WriteCloser, ended context.CancelFunc, skipped func(*tooLongError)) *stream {
	return &stream{jsonrpc2.NewHeaderStream(duplex{in, out}), newFrameReader(in), ended, skipped}
}

// Read gives the next message that can be read.
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

// Write sends a message; where that fails the editor is gone, though its end of the input may still be open.
func (s *stream) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	n, err := s.Stream.Write(ctx, m)
	if err != nil && ctx.Err() == nil {
		s.ended()
	}
	return n, err
}

// refuse answers a message that could not be read; whose it was is not known. A failure to write shows in the next write.
func (s *stream) refuse(ctx context.Context, why error) {
	_, _ = s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, why))
}

// duplex is two pipes as one connection.
type duplex struct {
	io.ReadCloser
	out io.WriteCloser
}

func (d duplex) Write(p []byte) (int, error) { return d.out.Write(p) }

func (d duplex) Close() error { return errors.Join(d.out.Close(), d.ReadCloser.Close()) }
