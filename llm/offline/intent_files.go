package offline

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// asksForCount matches which files there are, and how many.
func asksForCount(q *question) bool {
	if q.has("tests") && q.has("which", "what", "list", "are there") && len(q.identifiers) == 0 && len(terms(q)) < 2 {
		return true
	}
	if q.has("how many", "bao nhiêu", "number of", "count") {
		return q.has("file", "files", "folder", "directory", "tệp", "tests") || fileKind(q) != ""
	}
	if len(q.paths) > 0 {
		return false
	}
	return q.has("files", "folder", "directory", "folders", "directories", "subfolders", "thư mục", "các tệp", "những tệp") &&
		(q.has("list", "which", "what", "show", "find", "are there", "is in", "s in", "liệt kê", "có gì", "nào", "gì", "contain", "contents") ||
			q.begins("files", "ls"))
}

var (
	dotKind    = lazily(`(?:^|\s)\*?\.([a-z0-9]{1,8})\b`)
	folderWord = lazily(`(?i)(?:folder|directory|thư mục)\s+["'` + "`" + `]?([\w./-]+)` +
		`|["'` + "`" + `]?([\w./-]+)["'` + "`" + `]?\s+(?:folder|directory)` +
		`|(?:files|tệp)[\w\s.*]*?\s(?:in|under|below|trong)\s+(?:the\s+)?["'` + "`" + `]?([\w./-]+)`)
)

// kindNames map names of languages and formats to extensions.
var kindNames = map[string]string{
	"go":         "go",
	"golang":     "go",
	"javascript": "js",
	"typescript": "ts",
	"python":     "py",
	"rust":       "rs",
	"ruby":       "rb",
	"lua":        "lua",
	"markdown":   "md",
	"json":       "json",
	"yaml":       "yaml",
	"toml":       "toml",
	"html":       "html",
	"css":        "css",
	"java":       "java",
	"shell":      "sh",
	"txtar":      "txtar",
}

// fileKind returns the extension of the files in question, or "" for all.
func fileKind(q *question) string {
	if m := dotKind().FindStringSubmatch(q.lower); m != nil {
		return m[1]
	}
	for _, word := range q.words {
		if kind, ok := kindNames[word]; ok {
			return kind
		}
	}
	return ""
}

// askedFolder returns the folder in question, or "." for the whole workspace.
func askedFolder(q *question) string {
	if len(q.folders) > 0 {
		return q.folders[0]
	}
	for _, m := range folderWord().FindAllStringSubmatch(q.text, -1) {
		for _, name := range m[1:] {
			lower := strings.ToLower(name)
			whole := slices.Contains([]string{"project", "workspace", "repository", "repo"}, lower)
			if name != "" && !whole && !slices.Contains(stopWords, lower) && kindNames[lower] == "" {
				return strings.TrimRight(name, "/.")
			}
		}
	}
	return "."
}

func listFiles(q *question, w *draft) error {
	folder, kind := askedFolder(q), fileKind(q)
	pattern := ""
	switch {
	case q.has("test", "tests") && kind == "" && folder == ".":
		pattern = "*{_test.*,.test.*,.spec.*,test_*.py}"
	case q.has("test", "tests") && kind == "go":
		pattern = "*_test.go"
	case kind != "":
		pattern = "*." + kind
	}
	args := map[string]any{"directory": folder, "limit": 200}
	if pattern != "" {
		args["pattern"] = pattern
	}
	r, err := w.call("See what is there.", "list_files", args)
	if err != nil {
		return err
	}
	if r.failure != "" || len(r.Files) == 0 && folder != "." {
		return w.otherFolder(folder, pattern, q)
	}
	w.writeFiles(r, folder, pattern)
	return nil
}

// otherFolder looks for a folder of that name anywhere.
func (w *draft) otherFolder(folder, pattern string, q *question) error {
	glob := "**/" + escapeGlob(folder) + "/**"
	r, err := w.call("Find a folder of that name.", "list_files", map[string]any{"directory": ".", "pattern": glob, "limit": 200})
	if err != nil {
		return err
	}
	if len(r.Files) == 0 {
		if q.file() == "" && !asksForCount(q) {
			return errOtherIntent
		}
		w.writef("There is no folder `%s` with such files in this workspace.",
			"Không có thư mục `%s` chứa các tệp như vậy trong workspace.", folder)
		return nil
	}
	if pattern != "" {
		r.Files = slices.DeleteFunc(r.Files, func(f string) bool { return path.Ext(f) != path.Ext(pattern) })
		r.Count, r.Truncated = len(r.Files), r.Truncated || r.cut
	}
	w.writeFiles(r, folder, pattern)
	return nil
}

// writeFiles writes how many files there are, and which, by folder if they are many.
func (o *output) writeFiles(r result, folder, pattern string) {
	count := max(r.Count, len(r.Files))
	more := ""
	if r.cut && r.Count == 0 {
		more = "+"
	}
	where := ""
	if folder != "." {
		where = " in `" + folder + "`"
	}
	if pattern != "" {
		where += " (`" + pattern + "`)"
	}
	if o.question.vi {
		where = strings.Replace(where, " in ", " trong ", 1)
	}
	o.writef("There are **%d%s** files%s.", "Có **%d%s** tệp%s.", count, more, where)
	if len(r.Files) <= 40 {
		for _, f := range r.Files {
			fmt.Fprintf(&o.text, "- `%s`\n", f)
		}
		return
	}
	perFolder := map[string]int{}
	for _, f := range r.Files {
		perFolder[groupOf(f, folder)]++
	}
	if count > len(r.Files) {
		o.writef("The first %d of them by folder:", "%d tệp đầu tiên theo thư mục:", len(r.Files))
	}
	for _, name := range slices.Sorted(maps.Keys(perFolder)) {
		if !strings.HasSuffix(name, "/") {
			fmt.Fprintf(&o.text, "- `%s`\n", name)
			continue
		}
		fmt.Fprintf(&o.text, "- `%s` — %d\n", name, perFolder[name])
	}
}

// groupOf returns a file, or the folder below base that contains it.
func groupOf(file, base string) string {
	prefix := ""
	if base != "." {
		prefix = strings.Trim(base, "/") + "/"
	}
	rest := strings.TrimPrefix(file, prefix)
	if name, _, ok := strings.Cut(rest, "/"); ok {
		return prefix + name + "/"
	}
	return file
}
