package workspace

import "testing"

// FuzzForm checks that decoding and encoding a text gives the same bytes.
func FuzzForm(f *testing.F) {
	for _, s := range []string{
		"", "a\r\n", "\xef\xbb\xbfx", "\xff\xfea\x00", "\xfe\xff\xd8\x3d\xde\x00", "caf\xe9 au lait",
		"\xff\xfe\x00\xd8", "\xef\xbb\xbf\xff", "\x80\x81",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		text, form, ok := decode(data)
		if !ok {
			return
		}
		if back, err := form.encode(text); err != nil || back != data {
			t.Errorf("%q became %q by %+v: %v", data, back, form, err)
		}
	})
}
