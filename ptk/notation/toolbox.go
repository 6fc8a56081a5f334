package notation

import (
	"strings"
)

// toolbox finds tools by the names that models write. A nil toolbox is empty.
type toolbox struct {
	tools   []Tool
	exact   map[string]int
	folded  map[string]int // -1 if two tools have the same folded name
	schemas []*schema
	keys    []string // the folded names
	longest int      // of the folded names
	lengths keyLengths
	first   [256]bool
}

func newToolbox(tools []Tool) *toolbox {
	b := &toolbox{tools: tools, exact: map[string]int{}, folded: map[string]int{}, schemas: make([]*schema, len(tools))}
	for i, t := range tools {
		b.add(t.Name, i)
	}
	for i, t := range tools {
		for _, a := range t.Aliases {
			if _, taken := b.exact[a]; !taken {
				b.add(a, i)
			}
		}
	}
	return b
}

func (b *toolbox) add(name string, i int) {
	b.exact[name] = i
	key := foldName(name)
	if key == "" {
		return
	}
	if other, taken := b.folded[key]; taken && other != i {
		i = -1
	}
	b.folded[key] = i
	b.keys = append(b.keys, key)
	b.lengths.add(key)
	b.longest = max(b.longest, len(key))
	b.first[key[0]] = true
	b.first[strings.ToUpper(key[:1])[0]] = true
}

// find returns the tool with a name or a variant of it.
func (b *toolbox) find(name string) (Tool, bool) {
	if i := b.index(name); i >= 0 {
		return b.tools[i], true
	}
	return Tool{}, false
}

func (b *toolbox) index(name string) int {
	if b == nil || name == "" || len(name) > 4*b.longest || len(b.tools) == 0 {
		return -1
	}
	var buf [128]byte
	key := foldInto(buf[:0], name)
	if len(key) > 0 && !b.lengths.has(key) {
		return -1
	}
	if i, ok := b.exact[name]; ok {
		return i
	}
	if i, ok := b.folded[string(key)]; ok {
		return i
	}
	return -1
}

// starts reports whether a name may become that of a tool.
func (b *toolbox) starts(name string) bool {
	if b == nil || len(name) > 4*b.longest {
		return false
	}
	var buf [128]byte
	prefix := foldInto(buf[:0], name)
	if len(prefix) == 0 {
		return true
	}
	if !b.first[prefix[0]] {
		return false
	}
	for _, key := range b.keys {
		if strings.HasPrefix(key, string(prefix)) {
			return true
		}
	}
	return false
}

// schema returns the schema of a tool, which is read once.
func (b *toolbox) schema(i int) *schema {
	if b.schemas[i] == nil {
		b.schemas[i] = readSchema(b.tools[i].Parameters)
	}
	return b.schemas[i]
}

// toolNamespaces returns what models write before the names of tools.
func toolNamespaces() []string {
	return []string{"functions.", "default_api.", "tools.", "tool.", "functions_"}
}

// callSuffix is what Llama writes after the names of built-in tools.
const callSuffix = ".call"

// locate returns the index of a tool by its name, with or without a namespace, -1 if there is none.
func (b *toolbox) locate(name string) int {
	if i := b.index(name); i >= 0 {
		return i
	}
	for _, prefix := range toolNamespaces() {
		if short, found := strings.CutPrefix(name, prefix); found {
			if i := b.index(short); i >= 0 {
				return i
			}
		}
	}
	if short, found := strings.CutSuffix(name, callSuffix); found {
		return b.index(short)
	}
	return -1
}

// mayLocate reports whether a name may become one that locate finds.
func (b *toolbox) mayLocate(name string) bool {
	if b.starts(name) {
		return true
	}
	for _, prefix := range toolNamespaces() {
		short, found := strings.CutPrefix(name, prefix)
		if found && b.starts(short) || strings.HasPrefix(prefix, name) {
			return true
		}
	}
	i := strings.LastIndexByte(name, '.')
	return i >= 0 && strings.HasPrefix(callSuffix, name[i:]) && b.index(name[:i]) >= 0
}

// none reports whether no tools are registered.
func (b *toolbox) none() bool { return b == nil || len(b.tools) == 0 }

// foldInto appends the folded name: lower case, without the separators that models change.
func foldInto(to []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			to = append(to, c|0x20)
		case c == '-' || c == '_' || c == '.' || c == '\\' || c == ' ':
		case c >= 0x80:
			return append(to[:0], foldName(name)...)
		default:
			to = append(to, c)
		}
	}
	return to
}

// fits reports whether a call is one of a registered tool with arguments that fit its schema.
func (b *toolbox) fits(c Call) bool {
	i := b.index(c.Tool)
	if i < 0 {
		return false
	}
	s := *b.schema(i)
	if len(s.types) == 0 {
		s.types = []string{"object"}
	}
	_, wrong := s.fit(c.Args, "")
	return wrong == ""
}
