package offline

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// question is a user's message, as far as rules can analyse it.
type question struct {
	text  string
	lower string   // in lower case
	words []string // in lower case, without those of files and folders
	vi    bool     // it is in Vietnamese

	mentions
	from, to int // lines that are asked for, or 0

	active   string   // the file that the user is looking at
	attached []string // files attached
}

// mentions are what a question names.
type mentions struct {
	paths       []string // what looks like a file
	folders     []string // what looks like a folder
	identifiers []string // what looks like a name in code, the most certain first
	quoted      []string // text in quotation marks
}

var (
	wordPattern   = lazily(`[\p{L}\p{N}_]+`)
	tokenPattern  = lazily("[^\\s\"'`“”‘’,;?!]+")
	quotedPattern = lazily("\"([^\"]+)\"|“([^”]+)”|‘([^’]+)’|(?:^|\\s)'([^']+)'")
	codePattern   = lazily("`([^`\n]+)`")
	linesPattern  = lazily(`(?i)(?:lines?|dòng)\s+(\d+)(?:\s*(?:-|–|to|through|until|and|đến|tới)\s*(\d+))?`)
	firstPattern  = lazily(`(?i)first\s+(\d+)\s+lines|(\d+)\s+dòng đầu`)
	insidePattern = lazily(`(?i)^what(?:'s| is) in(?:side)?\s+(?:the\s+)?([a-z][\w-]*)\s*\??$` +
		`|^(?:có gì )?trong\s+(?:thư mục\s+)?([a-z][\w-]*)(?:\s+có gì)?\s*\??$`)
	filePattern   = lazily(`^[\w@./\\+~-]*\.[A-Za-z][A-Za-z0-9]{0,9}$`)
	identPattern  = lazily(`^[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?$`)
	folderPattern = lazily(`^[\w@./+~-]+$`)
	innerCapital  = lazily(`[a-z0-9][A-Z]|[A-Z]{2}[a-z]`)
)

// wellKnown maps what people call well-known files to their names.
var wellKnown = map[string]string{
	"readme": "README.md", "makefile": "Makefile", "dockerfile": "Dockerfile", "license": "LICENSE", "licence": "LICENSE",
	"changelog": "CHANGELOG.md", "gemfile": "Gemfile", "jenkinsfile": "Jenkinsfile", "procfile": "Procfile",
	"gitignore": ".gitignore", ".gitignore": ".gitignore", ".editorconfig": ".editorconfig", "codeowners": "CODEOWNERS",
}

// plainWords are capitalised or dotted words that are not names in code.
var plainWords = []string{
	"readme", "makefile", "dockerfile", "changelog", "go", "json", "toml", "yaml", "html", "http", "api", "i", "e.g", "i.e", "etc",
	"markdown", "javascript", "typescript", "python", "rust", "java", "github", "vscode", "neovim", "ok", "todo", "fixme", "ai", "llm",
}

// codeExtensions distinguish a file from a name with a dot, such as http.Client.
var codeExtensions = strings.Fields(`
	go mod sum work js mjs cjs jsx ts mts cts tsx json jsonc json5 toml yaml yml md mdx rst txt py pyi rs rb java kt kts c h cc cpp hpp
	cs swift php lua vim sh bash zsh fish ps1 bat sql html htm css scss sass less vue svelte xml ini cfg conf env lock proto graphql tf
	gradle properties csv tsv svg ex exs erl hs ml scala clj dart zig nim r jl pl el lisp diff patch log editorconfig gitignore txtar
	tmpl`)

func newQuestion(text string) *question {
	q := &question{text: strings.TrimSpace(text)}
	q.lower = strings.ToLower(q.text)
	q.vi = vietnamese(q.lower)
	for _, m := range quotedPattern().FindAllStringSubmatch(q.text, -1) {
		q.quoted = append(q.quoted, strings.TrimSpace(m[1]+m[2]+m[3]+m[4]))
	}
	if m := linesPattern().FindStringSubmatch(q.text); m != nil {
		q.from, _ = strconv.Atoi(m[1])
		q.to = q.from
		if m[2] != "" {
			q.to, _ = strconv.Atoi(m[2])
		}
	}
	if m := firstPattern().FindStringSubmatch(q.text); m != nil {
		q.from = 1
		q.to, _ = strconv.Atoi(m[1] + m[2])
	}
	q.readCode()
	q.readTokens()
	if m := insidePattern().FindStringSubmatch(q.text); m != nil && len(q.paths) == 0 {
		q.folders = unique(append(q.folders, m[1]+m[2]))
	}
	q.words = wordPattern().FindAllString(strings.ToLower(q.withoutPaths()), -1)
	return q
}

// readCode reads what is in backquotes, which is certainly a name or a file.
func (q *question) readCode() {
	for _, m := range codePattern().FindAllStringSubmatch(q.text, -1) {
		inner := strings.TrimSpace(m[1])
		switch {
		case q.addPath(inner):
		case identPattern().MatchString(inner):
			q.identifiers = append(q.identifiers, strings.TrimSuffix(inner, "()"))
		default:
			q.quoted = append(q.quoted, inner)
		}
	}
}

// readTokens finds files, folders and names in the rest of the text.
func (q *question) readTokens() {
	text := codePattern().ReplaceAllString(q.text, " ")
	for i, token := range tokenPattern().FindAllString(text, -1) {
		token = strings.Trim(token, "()[]{}<>:*")
		if token != ".." && token != "." {
			token = strings.TrimRight(token, ".")
		}
		if token == "" || q.addPath(token) {
			continue
		}
		if looksLikeName(token, i == 0) {
			q.identifiers = append(q.identifiers, strings.TrimSuffix(token, "()"))
		}
	}
	q.identifiers = unique(q.identifiers)
}

// withoutPaths returns the text without its files and folders, whose words don't tell what is asked.
func (q *question) withoutPaths() string {
	text := q.text
	for _, p := range slices.Concat(q.paths, q.folders) {
		if strings.ContainsAny(p, "./") {
			text = strings.ReplaceAll(text, p, " ")
		}
	}
	return text
}

// addPath stores a token that is a file or folder, and reports whether it is one or a link.
func (q *question) addPath(token string) bool {
	lower := strings.ToLower(token)
	if known, ok := wellKnown[lower]; ok && (known != "LICENSE" || token == known) { // a license is not only a file
		q.paths = unique(append(q.paths, known))
		return true
	}
	extension := strings.TrimPrefix(path.Ext(lower), ".")
	switch {
	case strings.Contains(token, "://"):
		return true // a link is neither a file nor a name
	case filePattern().MatchString(token) && slices.Contains(codeExtensions, extension) && len(token) > len(extension)+1:
		q.paths = unique(append(q.paths, strings.ReplaceAll(token, `\`, "/")))
		return true
	case strings.Contains(token, "/") && len(token) > 1 && folderPattern().MatchString(token):
		q.folders = unique(append(q.folders, strings.TrimSuffix(token, "/")))
		return true
	}
	return false
}

// looksLikeName reports whether the spelling is that of a name in code; the first word of a sentence has a capital anyway.
func looksLikeName(token string, first bool) bool {
	if !identPattern().MatchString(token) || slices.Contains(plainWords, strings.ToLower(token)) {
		return false
	}
	if strings.HasSuffix(token, "()") || strings.Contains(token, "_") || strings.Contains(token, "::") || innerCapital().MatchString(token) {
		return true
	}
	if before, after, ok := strings.Cut(token, "."); ok {
		return before != "" && after != ""
	}
	return !first && unicode.IsUpper(rune(token[0])) && len(token) > 2
}

// follow completes a question such as "and the name?" from the question before.
func (q *question) follow(before *question) {
	if before == nil {
		return
	}
	starts := hasPrefixWord(q.lower, "and", "also", "what about", "how about", "còn", "thế còn", "vậy", "then", "or")
	points := q.has("it", "its", "there", "that", "this", "same", "nó", "đó", "này")
	if len(q.paths)+len(q.folders) > 0 && len(q.words) > 6 || !starts && (!points || len(q.words) > 8) {
		return
	}
	if len(q.paths) == 0 && len(q.folders) == 0 {
		q.paths, q.folders = before.paths, before.folders
	}
	if len(q.identifiers) == 0 && points {
		q.identifiers = before.identifiers
	}
	q.vi = q.vi || before.vi && len(q.words) < 4
}

// has reports whether the question contains one of the words or phrases.
func (q *question) has(phrases ...string) bool {
	padded := " " + strings.Join(q.words, " ") + " "
	for _, p := range phrases {
		if strings.Contains(padded, " "+p+" ") {
			return true
		}
	}
	return false
}

// begins reports whether the question begins with one of the words or phrases, after a polite opening.
func (q *question) begins(phrases ...string) bool {
	text := strings.Join(q.words, " ")
	for _, polite := range []string{"please ", "can you ", "could you ", "would you ", "hãy ", "xin ", "hi ", "hello "} {
		text = strings.TrimPrefix(text, polite)
	}
	return hasPrefixWord(text, phrases...)
}

// file returns the file that the question is about, or "".
func (q *question) file() string {
	if len(q.paths) > 0 {
		return q.paths[0]
	}
	if q.has("this file", "current file", "open file", "tệp này", "file này") {
		if len(q.attached) > 0 {
			return q.attached[0]
		}
		return q.active
	}
	return ""
}

func hasPrefixWord(text string, phrases ...string) bool {
	for _, p := range phrases {
		if text == p || strings.HasPrefix(text, p+" ") {
			return true
		}
	}
	return false
}

// vietnamese reports whether the text has letters that English lacks.
func vietnamese(lower string) bool {
	return strings.ContainsAny(lower, "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ")
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
