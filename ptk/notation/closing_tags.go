package notation

import (
	"slices"
	"strings"
)

// closingTags holds the tags that end calls of any dialect.
type closingTags struct {
	keys, stems  []string
	first        [256]bool // the first bytes of both
	leftover     []string  // names of tokens
	leftoverKeys []string
}

func (c *closingTags) add(tags Tags) {
	for _, key := range tags.Close {
		c.first[key[0]] = true
		if stem, found := strings.CutSuffix(key, "*"); found {
			c.stems = appendNew(c.stems, stem)
		} else {
			c.keys = appendNew(c.keys, key)
		}
	}
	for _, name := range tags.Leftover {
		c.leftover = appendNew(c.leftover, name)
		c.leftoverKeys = appendNew(c.leftoverKeys, string(foldTagInto(nil, name)))
	}
}

func appendNew(to []string, s string) []string {
	if slices.Contains(to, s) {
		return to
	}
	return append(to, s)
}

// ends reports whether a closing tag with this key may end a call of any dialect.
func (c *closingTags) ends(key string) bool {
	if key == "" || !c.first[key[0]] {
		return false
	}
	for _, stem := range c.stems {
		if strings.HasPrefix(key, stem) {
			return true
		}
	}
	return oneOf(key, c.keys)
}

// isLeftover reports whether a tag that follows a call is dropped: a closing tag, or a token that ends calls or turns.
func (c *closingTags) isLeftover(t Tag) bool {
	return t.Closing && c.ends(t.Key) || oneOf(t.Key, c.leftoverKeys) || t.isControl()
}

// hasCallEnd reports whether prose contains a bracket or quotation mark followed by the closing tag of a call.
func hasCallEnd(s string, closing *closingTags) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], "</")
		if i < 0 {
			return false
		}
		from += i
		before := strings.TrimRight(s[max(0, from-16):from], " \t\r\n")
		t, v := readTag(s[from:min(len(s), from+longestTag)], true)
		if v == yes && closing.ends(t.Key) && before != "" && strings.IndexByte("}])\"'", before[len(before)-1]) >= 0 {
			return true
		}
		from += 2
	}
}
