package notation

import "strings"

// openers knows the tags that open a call, and in which dialect.
type openers struct {
	exact map[string][]Tagged
	names []string // the keys of exact
	stems []stem   // keys that end in *
	first [256]bool
	// mayFollow are the bytes behind a < or [ with which it may be more than itself.
	mayFollow [256]bool
	quotes    [256]bool // the bytes behind a < with which an element may begin that quotes
	longest   int       // of the keys
	shortest  int
	lengths   *lengths // of exact
	foreign   bool     // tags that are named as tools open calls too
	tools     *toolbox // nil where foreign tags don't count
}

type stem struct {
	key     string
	dialect Tagged
}

// newOpeners gathers the tags of the dialects; nil are the default ones.
func newOpeners(dialects []Dialect, tools *toolbox) openers {
	o := protocolTags
	if dialects != nil {
		o = gatherTags(dialects)
	}
	if !o.foreign || tools.none() {
		return o
	}
	o.tools = tools
	for c, is := range tools.first {
		o.first[c] = o.first[c] || is
		o.mayFollow[c] = o.mayFollow[c] || is
	}
	o.longest = max(o.longest, tools.longest)
	for _, key := range tools.keys {
		o.shortest = min(o.shortest, len(key))
	}
	return o
}

// gatherTags notes the tags of the dialects, and of the notation itself.
func gatherTags(dialects []Dialect) openers {
	o := openers{exact: map[string][]Tagged{}, shortest: 64, lengths: &lengths{}}
	o.add(ptk{}, ptk{}.Keys())
	for _, d := range dialects {
		if t, ok := d.(Tagged); ok {
			o.add(t, t.Keys())
		}
		if _, ok := d.(ForeignTag); ok {
			o.foreign = true
		}
	}
	for _, c := range []byte("admsx") { // of the namespaces
		o.first[c] = true
	}
	o.quotes['!'] = true
	for _, name := range quotingElements() {
		o.quotes[name[0]], o.quotes[name[0]-'a'+'A'] = true, true
	}
	for c := range o.mayFollow {
		o.mayFollow[c] = o.first[c] || c >= 0x80 || strings.IndexByte(" |/\\PT", byte(c)) >= 0
	}
	return o
}

func (o *openers) add(t Tagged, keys []string) {
	for _, key := range keys {
		if key == "" || key == "*" {
			continue
		}
		o.first[key[0]] = true
		o.first[strings.ToUpper(key[:1])[0]] = true
		o.longest, o.shortest = max(o.longest, len(key)), min(o.shortest, len(strings.TrimSuffix(key, "*")))
		if name, found := strings.CutSuffix(key, "*"); found {
			o.stems = append(o.stems, stem{name, t})
			continue
		}
		if o.exact[key] == nil {
			o.names = append(o.names, key)
			o.lengths.add(key)
		}
		o.exact[key] = append(o.exact[key], t)
	}
}

// quick says at a glance whether the < or [ at s[0] may open a call's tag; the second answer is false where the next byte
// is not known yet.
func (o *openers) quick(s string, final bool) (may, known bool) {
	i := 1
	for i < len(s) && i < 8 && (s[i] == ' ' || s[i] == '|') {
		i++
	}
	if i == len(s) {
		return false, final
	}
	if c := s[i]; c < 0x80 {
		return o.first[c], true
	}
	return strings.HasPrefix(s[i:], "｜") || !final && strings.HasPrefix("｜", s[i:]), true
}

// find gives the dialect that the tag at s[0] opens a call of.
func (o *openers) find(s string, final bool) (Tag, Tagged, verdict) {
	if v := o.may(s, final); v != yes {
		return Tag{}, nil, v
	}
	return o.match(s, final)
}

// may says whether the tag at s[0] may open a call, as far as its name tells.
func (o *openers) may(s string, final bool) verdict {
	may, known := o.quick(s, final)
	switch {
	case !known:
		return more
	case !may || !o.named(s, final):
		return no
	}
	return yes
}

// match gives the dialect that the tag at s[0] opens a call of, once its name says that it may.
func (o *openers) match(s string, final bool) (Tag, Tagged, verdict) {
	t, v := readTag(s, final)
	if v != yes || t.Closing || t.isIndex() {
		return t, nil, moreIf(v == more)
	}
	for _, d := range o.exact[t.Key] {
		if d.Opens(t) {
			return t, d, yes
		}
	}
	for _, st := range o.stems {
		if strings.HasPrefix(t.Key, st.key) && st.dialect.Opens(t) {
			return t, st.dialect, yes
		}
	}
	if f := (ForeignTag{}); o.tools.index(t.Name) >= 0 && f.Opens(t) {
		return t, f, yes
	}
	return t, nil, no
}

// named says whether the name of the tag at s[0] is, or may go on to be, a name that opens calls.
func (o *openers) named(s string, final bool) bool {
	start := skipBlank(s, 1)
	end := nameEnd(s, start)
	if end-start > 4*o.longest {
		return false
	}
	var buf [96]byte
	key := foldTagInto(buf[:0], s[start:end])
	if end == len(s) && !final {
		if len(key) < 2 {
			return true // a first letter has been looked at
		}
		return o.mayBecome(string(key)) || mayBeNamespace(string(key)) || o.tools.starts(s[start:end])
	}
	if len(key) < o.shortest {
		return false
	}
	if o.lengths.has(key) && o.exact[string(key)] != nil || o.tools.index(s[start:end]) >= 0 {
		return true
	}
	for _, st := range o.stems {
		bare := len(key) == len(st.key) && end < len(s) && s[end] == '<' // another tag follows: no name
		if len(key) >= len(st.key) && !bare && string(key[:len(st.key)]) == st.key {
			return true
		}
	}
	return false
}

func (o *openers) mayBecome(key string) bool {
	for _, name := range o.names {
		if strings.HasPrefix(name, key) {
			return true
		}
	}
	for _, st := range o.stems {
		if strings.HasPrefix(st.key, key) || strings.HasPrefix(key, st.key) {
			return true
		}
	}
	return false
}
