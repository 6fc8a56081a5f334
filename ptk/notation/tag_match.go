package notation

import "strings"

// find returns what the tag at s[0] opens.
func (o *tagTable) find(s string, final bool) (Tag, *opener, verdict) {
	if v := o.may(s, final); v != yes {
		return Tag{}, nil, v
	}
	return o.match(s, final)
}

// may reports whether the tag at s[0] may open a call, as far as its name shows.
func (o *tagTable) may(s string, final bool) verdict {
	may, known := o.quick(s, final)
	switch {
	case !known:
		return more
	case !may || !o.named(s, final):
		return no
	}
	return yes
}

// quick is a fast check of whether the < or [ at s[0] may begin a tag that opens a call; known is false if the next byte is
// missing.
func (o *tagTable) quick(s string, final bool) (may, known bool) {
	i := 1
	for i < len(s) && i < 8 && (s[i] == ' ' || s[i] == '|') {
		i++
	}
	if i == len(s) {
		return false, final
	}
	if c := s[i]; c < 0x80 {
		return o.next.name[c], true
	}
	return strings.HasPrefix(s[i:], "｜") || !final && strings.HasPrefix("｜", s[i:]), true
}

// match returns what the tag at s[0] opens, after may has returned yes.
func (o *tagTable) match(s string, final bool) (Tag, *opener, verdict) {
	t, v := readTag(s, final)
	if v != yes || t.Closing || t.isIndex() {
		return t, nil, moreIf(v == more)
	}
	exact := o.openers[t.Key]
	for i := range exact {
		if exact[i].dialect.Opens(t) {
			return t, &exact[i], yes
		}
	}
	for i := range o.stems {
		if st := &o.stems[i]; strings.HasPrefix(t.Key, st.key) && st.opener.dialect.Opens(t) {
			return t, &st.opener, yes
		}
	}
	if o.tools.index(t.Name) >= 0 && o.foreign.dialect.Opens(t) {
		return t, o.foreign, yes
	}
	return t, nil, no
}

// named reports whether the name of the tag at s[0] opens calls, or may become one that does.
func (o *tagTable) named(s string, final bool) bool {
	start := skipBlank(s, 1)
	end := nameEnd(s, start)
	if end-start > 4*o.longest {
		return false
	}
	var buf [96]byte
	key := foldTagInto(buf[:0], s[start:end])
	if end == len(s) && !final {
		if len(key) < 2 {
			return true // quick has checked the first letter
		}
		return o.mayBecome(string(key)) || o.tools.starts(s[start:end])
	}
	if len(key) < o.shortest {
		return false
	}
	if o.keyLengths.has(key) && o.openers[string(key)] != nil || o.tools.index(s[start:end]) >= 0 {
		return true
	}
	for i := range o.stems {
		st := &o.stems[i]
		bare := len(key) == len(st.key) && end < len(s) && s[end] == '<' // another tag follows, so this is no name
		if len(key) >= len(st.key) && !bare && string(key[:len(st.key)]) == st.key {
			return true
		}
	}
	return false
}

// mayBecome reports whether a key may become one that opens calls, or a namespace.
func (o *tagTable) mayBecome(key string) bool {
	for _, name := range o.keys {
		if strings.HasPrefix(name, key) {
			return true
		}
	}
	for i := range o.stems {
		if st := o.stems[i].key; strings.HasPrefix(st, key) || strings.HasPrefix(key, st) {
			return true
		}
	}
	for _, space := range o.namespaces {
		if strings.HasPrefix(space, key) {
			return true
		}
	}
	return false
}
