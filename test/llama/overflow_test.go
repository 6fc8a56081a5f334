//go:build linux

package llama

import (
	"strings"
	"testing"
)

// The window of a model that the server does not list is learned from the refusal of a request, and the turn goes on.
func TestUnlistedModelWithASmallWindow(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "8192", "-np", "1")
	for name, message := range map[string]string{
		"a large result":     "please %%big",
		"a large attachment": "please %%hello @big.txt",
		"a long message":     "please " + strings.Repeat("consider this and that, ", 3000) + "%%hello",
	} {
		t.Run(name, func(t *testing.T) {
			u := newUser(t, s, "")
			u.write(t, "work/big.txt", strings.Repeat("wombats dig burrows; ", 3000))
			got := u.chat(t, message)
			if got.failure != "" || got.text == "" {
				t.Errorf("got %q, %s\n%s", got.text, got.failure, got.log)
			}
		})
	}
}
