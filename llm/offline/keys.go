package offline

import (
	"encoding/json"
	"io"
	"path"
	"strings"
)

// entry is one key of a data file, with its value and lines.
type entry struct {
	keys     []string // from the outermost
	value    string   // as written, without quotes; "" if it spans lines
	from, to int
}

// name returns the key with its parents.
func (e entry) name() string { return strings.Join(e.keys, ".") }

// keysOf returns the keys of a data file, in their order; ok is false for other files.
func keysOf(s source) (entries []entry, ok bool) {
	base := path.Base(s.path)
	switch strings.ToLower(path.Ext(base)) {
	case ".json", ".jsonc", ".webmanifest", ".ipynb":
		return jsonKeys(s), true
	case ".toml", ".ini", ".cfg", ".conf", ".properties", ".editorconfig", ".lock":
		return tomlKeys(s), true
	case ".yaml", ".yml":
		return yamlKeys(s), true
	case ".mod", ".work":
		return modKeys(s), true
	}
	return nil, false
}

// jsonKeys reads as far as the text is valid JSON; comment lines are skipped.
func jsonKeys(s source) []entry {
	var text strings.Builder
	lineAt := []int{0} // the offset of each line
	for _, line := range s.lines {
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			line = ""
		}
		text.WriteString(line + "\n")
		lineAt = append(lineAt, text.Len())
	}
	r := &jsonReader{dec: json.NewDecoder(strings.NewReader(text.String())), lineAt: lineAt, first: s.first}
	r.dec.UseNumber()
	_ = r.value(nil, 0, false) // what was read before an error is still valid
	return r.entries
}

type jsonReader struct {
	dec     *json.Decoder
	lineAt  []int
	first   int
	entries []entry
}

// line returns the number of the line that the decoder has reached.
func (r *jsonReader) line() int {
	offset := int(r.dec.InputOffset())
	n := 0
	for n+1 < len(r.lineAt) && r.lineAt[n+1] < offset {
		n++
	}
	return r.first + n
}

// value reads the value of the keys, which began at a line. It becomes an entry if own is set.
func (r *jsonReader) value(keys []string, from int, own bool) error {
	token, err := r.dec.Token()
	if err != nil {
		return err
	}
	at := len(r.entries)
	if own {
		r.entries = append(r.entries, entry{keys: keys, from: from, to: from})
	}
	switch token {
	case json.Delim('{'):
		err = r.members(keys)
	case json.Delim('['):
		for err == nil && r.dec.More() {
			err = r.value(append(keys[:len(keys):len(keys)], "[]"), 0, false)
		}
		if err == nil {
			_, err = r.dec.Token()
		}
	default:
		if own {
			r.entries[at].value = plainValue(token)
		}
	}
	if own {
		r.entries[at].to = r.line()
	}
	return err
}

func (r *jsonReader) members(keys []string) error {
	for r.dec.More() {
		token, err := r.dec.Token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return io.ErrUnexpectedEOF
		}
		if err := r.value(append(keys[:len(keys):len(keys)], key), r.line(), true); err != nil {
			return err
		}
	}
	_, err := r.dec.Token()
	return err
}

func plainValue(token json.Token) string {
	switch v := token.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return "null"
}

var (
	tomlTable = lazily(`^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}`)
	tomlKey   = lazily(`^\s*("[^"]+"|'[^']+'|[\w.@/*-]+)\s*[=:]\s*(.*)$`)
	yamlKey   = lazily(`^(\s*)(?:- )?("[^"]+"|'[^']+'|[\w.@/$<-][\w.@/$ -]*?)\s*:(?:\s+(.*))?$`)
)

func tomlKeys(s source) []entry {
	var entries []entry
	var table []string
	open := -1 // the entry of the table
	for i := range s.lines {
		n, line := s.first+i, s.lines[i]
		if m := tomlTable().FindStringSubmatch(line); m != nil && !strings.Contains(line, "=") {
			table = strings.Split(strings.ReplaceAll(m[1], `"`, ""), ".")
			open = len(entries)
			entries = append(entries, entry{keys: table, from: n, to: n})
			continue
		}
		if !blankLine().MatchString(line) && open >= 0 {
			entries[open].to = n
		}
		m := tomlKey().FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		keys := append(table[:len(table):len(table)], strings.Split(strings.Trim(m[1], `"'`), ".")...)
		entries = append(entries, entry{keys: keys, value: unquoted(m[2]), from: n, to: s.closedAt(n, m[2])})
	}
	return entries
}

// closedAt returns the line on which the brackets of a value are closed.
func (s source) closedAt(n int, value string) int {
	depth := strings.Count(value, "[") + strings.Count(value, "{") - strings.Count(value, "]") - strings.Count(value, "}")
	for depth > 0 && n < s.last() {
		n++
		line := s.line(n)
		depth += strings.Count(line, "[") + strings.Count(line, "{") - strings.Count(line, "]") - strings.Count(line, "}")
	}
	return n
}

func yamlKeys(s source) []entry {
	var entries []entry
	var keys []string
	var depths []int
	for i, line := range s.lines {
		m := yamlKey().FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		depth := len(m[1])
		for len(depths) > 0 && depths[len(depths)-1] >= depth {
			depths, keys = depths[:len(depths)-1], keys[:len(keys)-1]
		}
		depths, keys = append(depths, depth), append(keys[:len(keys):len(keys)], strings.Trim(m[2], `"'`))
		n := s.first + i
		entries = append(entries, entry{keys: keys, value: unquoted(m[3]), from: n, to: s.indentedBelow(n, n)})
	}
	return entries
}

// modKeys reads go.mod and go.work: a directive is a key, and so is each module of a block.
func modKeys(s source) []entry {
	var entries []entry
	block, open := "", -1
	for i, line := range s.lines {
		n := s.first + i
		fields := strings.Fields(strings.SplitN(line, "//", 2)[0])
		switch {
		case len(fields) == 0:
		case fields[0] == ")":
			if open >= 0 {
				entries[open].to = n
			}
			block, open = "", -1
		case len(fields) == 2 && fields[1] == "(":
			block, open = fields[0], len(entries)
			entries = append(entries, entry{keys: fields[:1], from: n, to: n})
		case block != "":
			entries = append(entries, entry{keys: []string{block, fields[0]}, value: strings.Join(fields[1:], " "), from: n, to: n})
		case len(fields) > 2:
			entries = append(entries, entry{keys: fields[:2], value: strings.Join(fields[2:], " "), from: n, to: n})
		case len(fields) == 2:
			entries = append(entries, entry{keys: fields[:1], value: fields[1], from: n, to: n})
		}
	}
	return entries
}

// unquoted returns a value without quotes and trailing comment, or "" if it opens a list, a table or a block.
func unquoted(value string) string {
	value = strings.TrimSpace(value)
	if value == "" || strings.ContainsAny(value[:1], "[{|>&*!") {
		return ""
	}
	if quote := value[0]; quote == '"' || quote == '\'' {
		if end := strings.IndexByte(value[1:], quote); end >= 0 {
			return value[1 : 1+end]
		}
		return value
	}
	value, _, _ = strings.Cut(value, " #")
	return strings.TrimSpace(value)
}
