package credential

import (
	"encoding/base64"
	"strings"
)

// forms returns the shapes that need more than a prefix and a class of characters.
func forms() []rule {
	const awsKey, token = "an AWS secret key", "a bearer token"
	return []rule{
		{prefix: "PRIVATE KEY", kind: "a private key", find: pemKey},
		{prefix: "Private-Lines:", kind: "a private key", find: puttyKey},
		{prefix: "LS0tLS1CRUdJTi", kind: "a private key", find: encodedKey},
		{prefix: "PrivateKey", kind: "a WireGuard key", find: wireguardKey},
		{prefix: "eyJ", kind: "a JSON web token", find: webToken},
		{prefix: "://", kind: "a password in a URL", find: urlPassword},
		{prefix: "earer ", kind: token, find: bearer},
		{prefix: "EARER ", kind: token, find: bearer},
		{prefix: "asic ", kind: "a password in a header", find: basic},
		{prefix: "ecret_access_key", kind: awsKey, find: awsSecret},
		{prefix: "ECRET_ACCESS_KEY", kind: awsKey, find: awsSecret},
		{prefix: "ecretAccessKey", kind: awsKey, find: awsSecret},
		{prefix: "machine ", kind: "a password of a netrc file", find: netrc},
		{prefix: ":AA", kind: "a Telegram token", find: telegram},
	}
}

// webToken finds three parts of base64 separated by dots, of which the first two are JSON objects.
func webToken(text string, at int, kind string) []span {
	dash := classOf("dash")
	if wordBefore(text, at) || at > 0 && text[at-1] == '-' {
		return nil
	}
	one := run(text, at, dash)
	if one-at < 16 || !strings.HasPrefix(text[one:], ".eyJ") {
		return nil
	}
	two := run(text, one+1, dash)
	if two-one < 16 || !strings.HasPrefix(text[two:], ".") {
		return nil
	}
	end := run(text, two+1, dash)
	const johnDoe = "IkpvaG4gRG9lI" // in the example token of every manual
	if end-two < 20 || strings.Contains(text[at:end], johnDoe) || !random(text[two+1:end]) {
		return nil
	}
	return []span{{start: at + len("eyJ"), end: end, kind: kind}}
}

// bearer finds the token of an Authorization header.
func bearer(text string, at int, kind string) []span {
	start := at + len("earer ")
	end := run(text, start, classOf("base64"))
	for end < len(text) && (text[end] == '.' || text[end] == '~') {
		end = run(text, end+1, classOf("base64"))
	}
	if end-start < 20 || !strings.ContainsAny(text[start:end], "0123456789") || !random(text[start:end]) {
		return nil
	}
	return []span{{start: start, end: end, kind: kind}}
}

// basic finds the name and password of an Authorization header.
func basic(text string, at int, kind string) []span {
	start := at + len("asic ")
	end := run(text, start, classOf("base64"))
	if before := strings.ToLower(text[max(0, at-24):at]); end-start < 12 || !strings.Contains(before, "authorization") {
		return nil
	}
	plain, err := base64.StdEncoding.DecodeString(text[start:end])
	_, password, ok := strings.Cut(string(plain), ":")
	if err != nil || !ok || common(password) {
		return nil
	}
	return []span{{start: start, end: end, kind: kind}}
}

// awsSecret finds the value of a variable of that name.
func awsSecret(text string, at int, kind string) []span {
	text = text[:min(len(text), at+200)]
	start := run(text, at, classOf("word"))
	for start < len(text) && strings.IndexByte(" \t\"'`:=>,\\", text[start]) >= 0 {
		start++
	}
	end := run(text, start, classOf("base64"))
	if end-start != 40 || !random(text[start:end]) {
		return nil
	}
	return []span{{start: start, end: end, kind: kind}}
}

// wireguardKey finds the private key of an interface.
func wireguardKey(text string, at int, kind string) []span {
	text = text[:min(len(text), at+100)]
	start := at + len("PrivateKey")
	for start < len(text) && (text[start] == ' ' || text[start] == '=') {
		start++
	}
	end := run(text, start, classOf("base64"))
	if end-start != 44 || text[end-1] != '=' || !random(text[start:end]) {
		return nil
	}
	return []span{{start: start, end: end, kind: kind}}
}

// telegram finds the token of a bot: its number, a colon, 35 characters.
func telegram(text string, at int, kind string) []span {
	text = text[:min(len(text), at+50)]
	start := at
	for start > max(0, at-12) && '0' <= text[start-1] && text[start-1] <= '9' {
		start--
	}
	end := run(text, at+1, classOf("dash"))
	if n := at - start; n < 8 || n > 10 || end-at != 36 || !random(text[at+1:end]) {
		return nil
	}
	return []span{{start: at + 1, end: end, kind: kind}}
}

// netrc finds the password in an entry of a .netrc file, on one line or several.
func netrc(text string, at int, kind string) []span {
	if at > 0 && strings.IndexByte("\n\t \"", text[at-1]) < 0 {
		return nil
	}
	words := strings.Fields(text[at:min(len(text), at+200)])
	if len(words) < 6 || words[2] != "login" || words[4] != "password" || !strings.Contains(words[1], ".") || common(words[5]) {
		return nil
	}
	start := at + strings.Index(text[at:], "password") + len("password")
	start += strings.Index(text[start:], words[5])
	return []span{{start: start, end: start + len(words[5]), kind: kind}}
}
