package questions

import "testing"

func TestNetHTTP(t *testing.T) {
	run(t, library(t, "net/http"), []asked{
		{"Where is Client defined?", []want{at("client.go", "type Client struct")}},
		{"What does Client.Do do?", []want{at("client.go", "func (c *Client) Do("), text("follow")}},
		{
			"How does ServeMux match patterns?",
			[]want{at("server.go", "type ServeMux struct"), at("server.go", "func (mux *ServeMux) findHandler")},
		},
		{"show me the Handler interface", []want{at("server.go", "type Handler interface")}},
		{"Who uses ErrBodyNotAllowed?", []want{at("httptest/recorder.go", "return 0, http.ErrBodyNotAllowed")}},
		{`which files mention "http: Server closed"`, []want{at("server.go", `var ErrServerClosed`)}},
		{"Explain Transport", []want{at("transport.go", "type Transport struct"), at("transport.go", "func (t *Transport) Clone()")}},
		{"how are cookies parsed?", []want{at("cookie.go", "func ParseCookie(")}},
		{"What does sniff.go define?", []want{at("sniff.go", "func DetectContentType(")}},
		{"What is StatusTeapot?", []want{at("status.go", "StatusTeapot")}},
		{"Which files are in the httptest folder?", []want{text("`httptest/recorder.go`")}},
		{"Where is cookiejar.Jar defined?", []want{at("cookiejar/jar.go", "type Jar struct")}},
		{"Server được định nghĩa ở đâu?", []want{at("server.go", "type Server struct")}},
	})
}

func TestEncodingJSON(t *testing.T) {
	run(t, library(t, "encoding/json"), []asked{
		{"Where is Unmarshal defined?", []want{at("decode.go", "func Unmarshal(")}},
		{"How does the scanner work?", []want{at("scanner.go", "type scanner struct")}},
		{"Where is the Marshaler interface declared?", []want{at("encode.go", "type Marshaler interface")}},
		{"What does HTMLEscape do?", []want{at("indent.go", "func HTMLEscape(")}},
		{"who calls checkValid?", []want{at("scanner.go", "return checkValid(")}},
		{"Which methods does Decoder have?", []want{at("stream.go", "func (dec *Decoder) Decode(")}},
		{"how is indentation done?", []want{at("indent.go", "func Indent(")}},
	})
}

func TestSync(t *testing.T) {
	run(t, library(t, "sync"), []asked{
		{"How does Mutex work?", []want{at("mutex.go", "type Mutex struct"), at("mutex.go", "func (m *Mutex) Lock()")}},
		{"Where is Once.Do defined?", []want{at("once.go", "func (o *Once) Do(")}},
		{"What is a WaitGroup?", []want{at("waitgroup.go", "type WaitGroup struct")}},
		{"Show lines 1 to 5 of pool.go", []want{text("`pool.go:1-5`")}},
		{"what does OnceFunc return?", []want{at("oncefunc.go", "func OnceFunc(")}},
	})
}
