package wire_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// failureAt posts to a server at an address and returns the failure.
func failureAt(t *testing.T, base string) *llm.Error {
	t.Helper()
	e, err := wire.New(wire.Options{Name: "box", BaseURL: base, Key: "sk-secret", URLVariable: "BOX_URL"}, "Authorization", "Bearer ")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	err = e.Post(t.Context(), "/x", []byte("{}"), new(any))
	var failed *llm.Error
	if !errors.As(err, &failed) {
		t.Fatalf("error %v", err)
	}
	return failed
}

func TestAdviceForUnreachableServers(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	free, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ base, do string }{
		"nothing listens":     {"http://" + free.Addr().String(), "Start the server of box"},
		"an unknown name":     {"http://box.invalid/v1", "Check the network connection"},
		"unknown certificate": {secure.URL, "SSL_CERT_FILE"},
		"no TLS":              {strings.Replace(plain.URL, "http://", "https://", 1), "write http://"},
	} {
		t.Run(name, func(t *testing.T) {
			failed := failureAt(t, tt.base)
			shown := failed.Error() + failed.Suggestion
			kind := llm.KindNetwork
			if name == "nothing listens" {
				kind = llm.KindNotRunning
			}
			if failed.Kind != kind || !strings.Contains(failed.Suggestion, tt.do) || strings.Contains(shown, "sk-secret") {
				t.Errorf("%+v", failed)
			}
		})
	}
}

func TestAdviceForRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		header http.Header
		body   string
		do     string
	}{
		"bad request":  {400, nil, `{"error":{"message":"bad"}}`, "choose another model"},
		"no tools":     {400, nil, `{"error":{"message":"m does not support tools"}}`, `toolCalling = "ptk"`},
		"no key":       {401, nil, `{"error":"who?"}`, "apiKeyEnv of box"},
		"forbidden":    {403, nil, `{"error":"no"}`, "apiKeyEnv of box"},
		"unknown":      {404, nil, `{"error":"no such model"}`, "Check the model's name and the address"},
		"too many":     {429, http.Header{"Retry-After": {"90"}}, `{"error":"slow down"}`, "asks to wait 1m30s"},
		"server error": {500, nil, `{"error":"oops"}`, "try again later"},
		"an HTML page": {200, http.Header{"Content-Type": {"text/html"}}, "<html><title>Login</title>", "most addresses end in /v1"},
		"a redirect":   {307, http.Header{"Location": {"https://elsewhere.test/?key=1"}}, "", "most addresses end in /v1"},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := wire.New(wire.Options{Name: "box", BaseURL: "http://127.0.0.1:1/v1"}, "Authorization", "Bearer ")
			if err != nil {
				t.Fatal(err)
			}
			if failed := e.Refusal(tt.status, tt.header, []byte(tt.body)); !strings.Contains(failed.Suggestion, tt.do) {
				t.Errorf("%+v", failed)
			}
		})
	}
}
