package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"ptk-lsp/llm"
)

// unreachable makes an error of one that came before any answer, and says what is most likely to help.
func (e *Endpoint) unreachable(err error) *llm.Error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the server closed the connection without an answer")
	}
	base := e.BaseURL
	if u, parseErr := url.Parse(base); parseErr == nil {
		base = u.Redacted()
	}
	return &llm.Error{
		Kind: llm.KindNetwork, Provider: e.Name, Cause: err,
		Message: e.shown("can't reach " + base + ": " + err.Error()), Suggestion: e.reachAdvice(err, base),
	}
}

// reachAdvice says what to do about a server that can't be reached.
func (e *Endpoint) reachAdvice(err error, base string) string {
	address := "the address " + base
	if e.URLVariable != "" {
		address += " (" + e.URLVariable + ")"
	}
	var op *net.OpError
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(err.Error(), "Proxy Authentication Required"):
		return "The proxy can't be used: check HTTPS_PROXY and HTTP_PROXY, and name hosts that need none in NO_PROXY."
	case errors.As(err, &dns):
		return "Check that the network is there, and " + address + "."
	case errors.As(err, &authority):
		return "The server's certificate is signed by nobody known here, as behind some companies' proxies: have SSL_CERT_FILE name the file of that authority."
	case errors.As(err, &certificate):
		return "The server's certificate is not valid for this address: check " + address + ", and the clock."
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "The server speaks no TLS: write http:// in " + address + "."
	case errors.Is(err, syscall.ECONNREFUSED):
		return "Nothing listens there: start the server, or check " + address + "."
	}
	return "Check that the server at " + address + " runs and can be reached."
}
