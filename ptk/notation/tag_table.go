package notation

import (
	"slices"
	"strings"
)

// opener is a tag that opens the calls of a dialect.
type opener struct {
	dialect  Tagged
	isXML    bool   // the arguments may be tags
	unclosed bool   // calls have no closing tag
	end      string // the key of the token that ends calls, "" for the closing tag of the same name
	otherEnd string // the name of a closing tag of another dialect that is exact too
}

// tagTable holds the tags that open calls, computed from what the dialects declare.
type tagTable struct {
	openers    map[string][]opener
	keys       []string // of openers
	stems      []stem
	keyLengths *keyLengths // of openers
	longest    int         // the length of the longest key
	shortest   int         // the length of the shortest key or stem
	next       nextBytes
	closing    closingTags
	namespaces []string
	foreign    *opener  // of tags named as tools, nil if those don't open calls
	tools      *toolbox // nil if foreign is
}

// stem is the start of keys that open calls.
type stem struct {
	key    string
	opener opener
}

// nextBytes holds what the byte after a < or [ may begin.
type nextBytes struct {
	name  [256]bool // the name of a tag that opens a call
	tag   [256]bool // such a tag, also with blanks, bars and slashes before its name
	quote [256]bool // a comment or an element that quotes
	drop  [256]bool // neither a call nor prose: a closing tag, a token after a call, or a result written by the model
}

// tagsFor returns the tags of the dialects, nil for the default ones, and of the tools.
func tagsFor(dialects []Dialect, tools *toolbox) tagTable {
	o := *defaultTags()
	if dialects != nil {
		o = *newTagTable(dialects)
	}
	if o.foreign == nil || tools.none() {
		return o
	}
	o.tools = tools
	for c, is := range tools.first {
		o.next.name[c] = o.next.name[c] || is
		o.next.tag[c] = o.next.tag[c] || is
	}
	o.longest = max(o.longest, tools.longest)
	for _, key := range tools.keys {
		o.shortest = min(o.shortest, len(key))
	}
	return o
}

// newTagTable computes the tags of the dialects and of PTK itself. The closing tags of the default dialects are always
// recognized.
func newTagTable(dialects []Dialect) *tagTable {
	o := &tagTable{openers: map[string][]opener{}, shortest: 64, keyLengths: &keyLengths{}, namespaces: namespaces()}
	for _, d := range append([]Dialect{ptk{}}, dialects...) {
		if t, ok := d.(Tagged); ok {
			o.addOpeners(t)
		}
		if f, ok := d.(ForeignTag); ok {
			o.foreign = &opener{dialect: f, isXML: true}
		}
	}
	for _, d := range slices.Concat([]Dialect{ptk{}}, DefaultDialects(), dialects) {
		if t, ok := d.(Tagged); ok {
			o.closing.add(t.Tags())
		}
	}
	o.fillNext()
	return o
}

func (o *tagTable) addOpeners(t Tagged) {
	tags := t.Tags()
	_, isXML := t.(XML)
	for _, key := range tags.Open {
		name, isStem := strings.CutSuffix(key, "*")
		if name == "" {
			continue
		}
		op := opener{
			dialect: t, isXML: isXML, unclosed: oneOf(key, tags.Unclosed),
			end: string(foldTagInto(nil, tags.Ends[key])), otherEnd: tags.OtherEnds[key],
		}
		o.longest, o.shortest = max(o.longest, len(key)), min(o.shortest, len(name))
		if isStem {
			o.stems = append(o.stems, stem{name, op})
			continue
		}
		if o.openers[key] == nil {
			o.keys = append(o.keys, key)
			o.keyLengths.add(key)
		}
		o.openers[key] = append(o.openers[key], op)
	}
}

// fillNext computes the bytes that may follow a bracket.
func (o *tagTable) fillNext() {
	n := &o.next
	for _, key := range o.keys {
		addLetter(&n.name, key)
	}
	for _, s := range o.stems {
		addLetter(&n.name, s.key)
	}
	for _, space := range o.namespaces {
		n.name[space[0]] = true
	}
	n.quote['!'] = true
	for _, name := range quotingElements() {
		addLetter(&n.quote, name)
	}
	n.drop['/'] = true
	for _, name := range slices.Concat(o.closing.leftover, resultWords()) {
		n.drop[name[0]] = true
	}
	for c := range n.tag {
		n.drop[c] = n.drop[c] || c >= 0x80
		n.tag[c] = n.name[c] || n.drop[c] || c == ' ' || c == '\\' || c == '|'
	}
}

// addLetter sets the first letter of a word, in both cases.
func addLetter(to *[256]bool, word string) {
	to[word[0]] = true
	to[strings.ToUpper(word[:1])[0]] = true
}
