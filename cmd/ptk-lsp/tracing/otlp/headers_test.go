package otlp

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeaders(t *testing.T) {
	for list, want := range map[string]http.Header{
		"":                                   {},
		"api-key=abc":                        {"Api-Key": {"abc"}},
		"Authorization=Bearer%20a%2Cb%3D%3D": {"Authorization": {"Bearer a,b=="}},
		" a = 1 , b=2;ttl=3,,c=x=y+z, ":      {"A": {"1"}, "B": {"2"}, "C": {"x=y+z"}},
		"x-scope=one,x-scope=two":            {"X-Scope": {"one", "two"}},
	} {
		got, err := parseHeaders(list)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%q: %v %s", list, err, d)
		}
	}
	for list, says := range map[string]string{
		"secret":         "field 1 is not like name=value",
		"a=1,=secret":    "field 2 is not like name=value",
		"a b=secret":     "field 1 is not like name=value",
		"k=secret%2":     "the value of k is not percent-encoded",
		"k=secret%0d%0a": "the value of k is not percent-encoded",
	} {
		if _, err := parseHeaders(list); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

func FuzzHeaders(f *testing.F) {
	f.Add("a=b,c=%20")
	f.Fuzz(func(t *testing.T, list string) {
		headers, err := parseHeaders(list)
		if err != nil {
			return
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = headers
		if err := req.Write(&strings.Builder{}); err != nil {
			t.Errorf("%q can't be sent: %v", list, err)
		}
	})
}
