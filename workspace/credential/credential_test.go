package credential

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io/fs"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// made returns n characters of a class, the same for the same seed.
func made(c *class, n int, seed uint64) string {
	var all []byte
	for b := range c {
		if c[b] && (wordByte(byte(b)) || n > 100) {
			all = append(all, byte(b))
		}
	}
	r := mathrand.New(mathrand.NewPCG(seed, 1))
	out := make([]byte, n)
	for i := range out {
		out[i] = all[r.IntN(len(all))]
	}
	out[n-1] = all[0]
	return string(out)
}

// Every shape of the list is found where tokens usually are, is masked, and does not remain in the masked text.
func TestShapes(t *testing.T) {
	n := 0
	for _, r := range table().rules {
		if r.find != nil {
			continue
		}
		n++
		if len(r.kind)+len(maskFoot) > maxKind {
			t.Errorf("%s: the kind is too long", r.kind)
		}
		if r.set == nil || r.min < 16 || r.max < r.min || len(r.prefix) < 2 {
			t.Errorf("%s: the line of the list is wrong: %+v", r.prefix, r)
			continue
		}
		value := made(r.set, r.min, uint64(n))
		for _, frame := range []string{
			"%s", "key: %s\n", "KEY=%s", `{"token":"%s"}`, `a\n%s\nb`, "curl -u %s:x", "see %s.", "(%s)", "+%s",
			"  12\t%s",
		} {
			text := fmt.Sprintf(frame, r.prefix+value)
			if d := cmp.Diff([]string{r.kind}, Kinds(text)); d != "" {
				t.Errorf("%s in %s: %s", r.prefix, frame, d)
			}
			masked := Mask(text)
			if strings.Contains(masked, value[:r.min-1]) || Masks(masked) != 1 || Mask(masked) != masked {
				t.Errorf("%s in %s: masked as %s", r.prefix, frame, masked)
			}
		}
		for _, other := range []string{
			"x" + r.prefix + value, r.prefix + strings.Repeat("x", r.min), r.prefix + strings.Repeat("aB", r.min/2),
			r.prefix + value[:r.min/2],
		} {
			if wordByte(r.prefix[0]) && In(other) != "" && In(other) == r.kind {
				t.Errorf("%s is taken for %s", other, r.kind)
			}
		}
	}
	t.Logf("%d shapes", n)
}

// keys are private keys in the forms that files contain.
func keys(t *testing.T) map[string]string {
	t.Helper()
	must := func(der []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return der
	}
	r, err := rsa.GenerateKey(rand.Reader, 2048)
	e, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	_, d, err3 := ed25519.GenerateKey(rand.Reader)
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	block := func(label string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der}))
	}
	out := map[string]string{
		"rsa": block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(r)), "ec": block("EC PRIVATE KEY", must(x509.MarshalECPrivateKey(e))),
		"ed25519":   block("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(d))),
		"pkcs8":     block("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(r))),
		"openssh":   block("OPENSSH PRIVATE KEY", bytes.Repeat(must(x509.MarshalECPrivateKey(e)), 2)),
		"pgp":       block("PGP PRIVATE KEY BLOCK", x509.MarshalPKCS1PrivateKey(r)),
		"encrypted": block("ENCRYPTED PRIVATE KEY", x509.MarshalPKCS1PrivateKey(r)),
	}
	out["ssh2"] = strings.NewReplacer("-----BEGIN RSA", "---- BEGIN SSH2 ENCRYPTED", "-----END RSA", "---- END SSH2 ENCRYPTED", "KEY-----",
		"KEY ----").Replace(out["rsa"])
	return out
}

// body returns the lines of a key without the first and the last.
func body(key string) []string {
	lines := strings.Split(strings.TrimSpace(key), "\n")
	return lines[1 : len(lines)-1]
}

func TestPrivateKeys(t *testing.T) {
	numbered := func(key string) string {
		var b strings.Builder
		for i, l := range strings.Split(key, "\n") {
			fmt.Fprintf(&b, "%6d\t%s\n", i+7, l)
		}
		return b.String()
	}
	for name, key := range keys(t) {
		for how, text := range map[string]string{
			"unchanged": "a\n" + key + "b\n", "with CRLF": strings.ReplaceAll(key, "\n", "\r\n"),
			"indented":    "k: |\n  " + strings.ReplaceAll(key, "\n", "\n  "),
			"in a string": `{"private_key": "` + strings.ReplaceAll(key, "\n", `\n`) + `"}`, "numbered": numbered(key),
			"without its end": key[:strings.LastIndex(key[:len(key)-5], "\n-")],
			"in a diff":       "+" + strings.ReplaceAll(key, "\n", "\n+"), "in code": "`" + key + "`",
		} {
			masked := Mask(text)
			if In(text) != "a private key" || strings.Count(masked, "\n") != strings.Count(text, "\n") || Masks(masked) != 1 {
				t.Errorf("%s %s: got %q\n%s", name, how, In(text), masked)
			}
			for _, line := range body(key) {
				if strings.Contains(masked, line) {
					t.Errorf("%s %s: %s is left", name, how, line)
				}
			}
		}
		lines := body(key)
		tail := strings.Join(lines[len(lines)/2:], "\n") + key[strings.LastIndex(strings.TrimSpace(key), "\n"):]
		if len(lines) > 3 && strings.Contains(Mask("x y\n"+tail), lines[len(lines)-1]) {
			t.Errorf("%s: the tail of a key is left:\n%s", name, Mask(tail))
		}
		if name != "ssh2" && In("client-key-data: "+base64.StdEncoding.EncodeToString([]byte(key))) != "a private key" {
			t.Errorf("%s: not found as base64", name)
		}
	}
}

func TestForms(t *testing.T) {
	b64 := classOf("alnum")
	secret := made(b64, 40, 3)
	jwt := "eyJhbGciOiJIUzI1NiJ9." + "eyJ" + made(b64, 40, 4) + "." + made(b64, 43, 5)
	putty := "Private-Lines: 2\n" + made(b64, 64, 11) + "\n" + made(b64, 40, 12) + "\nPrivate-MAC: 00\n"
	for text, want := range map[string]string{
		putty: "a private key",
		"glc_eyJ" + strings.Repeat(made(b64, 64, 13), 40):                                      "a Grafana token",
		"aws_secret_access_key = " + secret:                                                    "an AWS secret key",
		`AWS_SECRET_ACCESS_KEY="` + secret + `"`:                                               "an AWS secret key",
		`"SecretAccessKey": "` + secret + `"`:                                                  "an AWS secret key",
		"[Interface]\nPrivateKey = " + made(b64, 43, 6) + "=\n":                                "a WireGuard key",
		"Cookie: jwt=" + jwt:                                                                   "a JSON web token",
		"Authorization: Bearer " + made(b64, 40, 7):                                            "a bearer token",
		"authorization: bearer " + made(b64, 40, 7):                                            "a bearer token",
		"Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("me:Tr0ub4dor&3x")): "a password in a header",
		"postgres://app:Tr0ub4dor3x@db.internal.corp:5432/x":                                   "a password in a URL",
		"https://oauth2:" + made(b64, 20, 8) + "@git.corp.net/x.git":                           "a password in a URL",
		"machine api.corp.net login me password Tr0ub4dor3x\n":                                 "a password of a netrc file",
		"machine api.corp.net\n\tlogin me\n\tpassword Tr0ub4dor3x\n":                           "a password of a netrc file",
		"bot 123456789:AA" + made(b64, 33, 9) + " ":                                            "a Telegram token",
		"//registry.npmjs.org/:_authToken=" + made(b64, 36, 10):                                "the token of a package registry",

		"postgres://postgres:postgres@localhost/x": "", "postgres://app:Tr0ub4dor3x@db:5432/x": "", "http://user:pass@example.com": "",
		"https://user:${PASSWORD}@corp.net": "",
		"https://%s:%s@corp.net":            "", "ssh://git@github.com": "", "https://user:password@corp.net/": "",
		"Authorization: Bearer <token>":                               "",
		"Bearer YOUR_ACCESS_TOKEN_GOES_HERE":                          "",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----": "", `strings.Contains(s, "-----BEGIN RSA PRIVATE KEY-----")`: "",
		"AKIAIOSFODNN7EXAMPLE": "", "sk-" + strings.Repeat("x", 48): "", "ghp_" + strings.Repeat("x", 36): "", "sk-your-key-here": "",
		"the basic idea": "", "machine learning login is password based x": "",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": "",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ." +
			"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c": "",
	} {
		if got := In(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if masked := Mask(text); want != "" && (masked == text || In(masked) != "") {
			t.Errorf("%s: masked as %s", text, masked)
		}
	}
}

func TestMasksAreCounted(t *testing.T) {
	for text, want := range map[string]int{
		"ghp_…[masked: a GitHub token]": 1, "…[masked: a private key]\n…\n": 1, "x [masked: a GitHub token]": 0, "…[masked: something]": 0,
		"…[masked: ": 0, "": 0,
		"…[masked: a GitHub token] …[masked: a GitHub token]": 2,
	} {
		if got := Masks(text); got != want {
			t.Errorf("%q: got %d", text, got)
		}
	}
}

// FuzzMask checks that a masked text has the same lines and contains nothing that would be masked.
func FuzzMask(f *testing.F) {
	f.Add("-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n", 4) + "-----END PRIVATE KEY-----")
	f.Add("://a:Tr0ub4dor3x@b.c machine a login b password Tr0ub4dor3x ghp_" + strings.Repeat("aB3dE5", 6))
	f.Add("LS0tLS1CRUdJTi" + strings.Repeat("A", 100) + "PRIVATE KEY----END PRIVATE KEY-----")
	f.Fuzz(func(t *testing.T, text string) {
		masked := Mask(text)
		if strings.Count(masked, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines as %q", text, masked)
		}
		if In(text) != "" && !Possible(text) {
			t.Errorf("%q is possible", text)
		}
		if In(text) == "" && masked != text {
			t.Errorf("%q became %q", text, masked)
		}
	})
}

// ordinary returns Go sources as one text.
func ordinary(tb testing.TB, most int) string {
	tb.Helper()
	var b strings.Builder
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || b.Len() > most {
			return err
		}
		data, err := os.ReadFile(p)
		b.Write(data)
		return err
	})
	if err != nil || b.Len() == 0 {
		tb.Skip("no sources of Go are here")
	}
	return b.String()
}

// Text that is made to take long takes little longer than other text: nothing is scanned again and again.
func TestHostileTextIsScannedOnce(t *testing.T) {
	for _, unit := range []string{
		"-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----\n", "glpat-", "eyJ-", "eyJa.", "://a:b",
		"LS0tLS1CRUdJTi+", "ecret_access_key", "ecretAccessKey ", "machine ", ":AA", "1:AA",
		"Bearer ", "Basic ", "sk-", "Private-Lines:", "PrivateKey=", "xoxb-", "A3-", "…[masked: ",
	} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		start := time.Now()
		Mask(text)
		Masks(text)
		took := time.Since(start)
		t.Logf("%q: %v", unit, took)
		if took > 10*time.Second { // a scan that is not linear takes minutes
			t.Errorf("%q: a megabyte takes %v", unit, took)
		}
	}
}

func BenchmarkMask(b *testing.B) {
	text := ordinary(b, 8<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Mask(text)
	}
}
