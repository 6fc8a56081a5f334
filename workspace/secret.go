package workspace

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Secrets are the files that are not shown without the user's consent, as patterns of doublestar in lower case;
// one with a slash matches at the end of the path, another the file's name. A later one that begins with ! takes back.
type Secrets []string

// DefaultSecrets are the files that usually hold keys and passwords.
func DefaultSecrets() Secrets {
	return Secrets{
		".env", ".env.*", "*.env", "!.env.example", "!.env.sample", "!.env.template", "!.env.dist",
		"*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk",
		"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "!*.pub",
		".netrc", "_netrc", ".pgpass", ".npmrc", ".pypirc", ".htpasswd", ".git-credentials", ".dockercfg",
		"credentials", "credentials.json", "service-account*.json", "client_secret*.json", "secrets.y{a,}ml", "secrets.json", "secrets.toml",
		".aws/**", ".ssh/**", ".gnupg/**", ".kube/config", ".docker/config.json", ".config/gcloud/**", "*.tfstate", "*.tfvars",
	}
}

// Match is true where the path, slash-separated, is one of them, or the URI of a document that is called so. Case does not
// count, nor do the endings by which Windows opens the same file.
func (s Secrets) Match(rel string) bool {
	rel = PlainName(nameOf(rel))
	base, secret := path.Base(rel), false
	for _, p := range s {
		p, negated := strings.CutPrefix(p, "!")
		name := base
		if strings.Contains(p, "/") {
			p, name = "**/"+p, rel
		}
		if ok, err := doublestar.Match(p, name); err == nil && ok {
			secret = !negated
		}
	}
	return secret
}

// PlainName folds what some file systems take for the same name: case, trailing dots and blanks, the name of a stream.
func PlainName(rel string) string {
	parts := strings.Split(strings.ToLower(rel), "/")
	for i, p := range parts {
		p, _, _ = strings.Cut(p, ":")
		if t := strings.TrimRight(p, ". "); t != "" {
			p = t
		}
		parts[i] = p
	}
	return strings.Join(parts, "/")
}
