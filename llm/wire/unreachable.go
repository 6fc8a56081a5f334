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

// unreachable returns the error for one that came before any response, with the advice most likely to help.
func (o Options) unreachable(err error) *llm.Error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the server closed the connection without an answer")
	}
	base := o.BaseURL
	if u, parseErr := url.Parse(base); parseErr == nil {
		base = u.Redacted()
	}
	if isRefused(err) && isLoopback(o.BaseURL) {
		return &llm.Error{
			Kind: llm.KindNotRunning, Provider: o.Name, Cause: err,
			Message: o.shown("no server is running at " + base), Suggestion: o.startAdvice(),
		}
	}
	return &llm.Error{
		Kind: llm.KindNetwork, Provider: o.Name, Cause: err,
		Message: o.shown("can't reach " + base + ": " + err.Error()), Suggestion: o.reachAdvice(err, base),
	}
}

// refusedOnWindows is WSAECONNREFUSED, which is not [syscall.ECONNREFUSED].
const refusedOnWindows = syscall.Errno(10061)

// isRefused reports whether nothing listens at the address.
func isRefused(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, refusedOnWindows)
}

// isLoopback reports whether an address is one of this machine.
func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// startAdvice returns how to start the server on this machine.
func (o Options) startAdvice() string {
	if o.Start == "" {
		return "Start the server of " + o.Name + ", or change its address in the settings."
	}
	return o.Start + " Then try again."
}

// reachAdvice returns what to do about a server that can't be reached.
func (o Options) reachAdvice(err error, base string) string {
	address := "the address " + base
	if o.URLVariable != "" {
		address += " (" + o.URLVariable + ")"
	}
	var op *net.OpError
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(err.Error(), "Proxy Authentication Required"):
		return "The proxy can't be used: check HTTPS_PROXY and HTTP_PROXY, and list hosts that need no proxy in NO_PROXY."
	case errors.As(err, &dns):
		return "Check the network connection and " + address + "."
	case errors.As(err, &authority):
		return "The server's certificate is signed by an unknown authority, as behind some company proxies: " +
			"set SSL_CERT_FILE to the file with that authority's certificate."
	case errors.As(err, &certificate):
		return "The server's certificate is not valid for this address: check " + address + ", and the clock."
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "The server does not use TLS: write http:// in " + address + "."
	case isRefused(err):
		return "Nothing listens there: start the server, or check " + address + "."
	}
	return "Check that the server at " + address + " is running and can be reached."
}
