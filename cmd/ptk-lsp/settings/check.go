package settings

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// check returns the part of a decoded tree that fits [Settings], and collects problems of the rest.
type check struct {
	problems []Problem
	more     int // problems that are not listed
	fields   map[reflect.Type]map[string]reflect.StructField
}

const (
	maxProblems = 20  // of one source that are listed
	maxShown    = 200 // bytes of a key or a value that are shown
)

func (c *check) tell(key, format string, args ...any) {
	if len(c.problems) == maxProblems {
		c.more++
		return
	}
	c.problems = append(c.problems, Problem{Key: key, Message: fmt.Sprintf(format, args...)})
}

// located returns the problems with their places in data, which is TOML or empty, and how many more there are.
func (c *check) located(source string, data []byte) []Problem {
	all := locate(data, source, c.problems)
	if c.more > 0 {
		all = append(all, Problem{Source: source, Message: fmt.Sprintf("%d more problems are not shown", c.more)})
	}
	return all
}

// shown returns a text of a source on one line, without control characters, and shortened.
func shown(s string) string {
	if len(s) > maxShown {
		s = strings.ToValidUTF8(s[:maxShown], "") + "…"
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// value converts v to the type; ok is false if it doesn't fit.
func (c *check) value(key string, v any, t reflect.Type, tag reflect.StructTag) (fit any, ok bool) {
	switch t.Kind() {
	case reflect.Pointer:
		return c.value(key, v, t.Elem(), tag)
	case reflect.Interface:
		if depth(v) > maxDepth {
			c.tell(key, "is nested more than %d levels deep", maxDepth)
			return nil, false
		}
		return v, true
	case reflect.Struct:
		return c.object(key, v, t)
	case reflect.Map:
		return c.table(key, v, t)
	case reflect.Slice:
		return c.list(key, v, t)
	}
	return c.scalar(key, v, t, tag)
}

// object checks a struct. A rule that allows is ignored as a whole if any part doesn't fit: it would allow more than intended.
func (c *check) object(key string, v any, t reflect.Type) (any, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		c.tell(key, "must be an object, not %s", describe(v))
		return nil, false
	}
	fields, out := c.fieldsOf(t), make(map[string]any, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		f, known := fields[k]
		if !known {
			c.unknown(join(key, k), fields)
			continue
		}
		if fit, ok := c.value(join(key, k), m[k], f.Type, f.Tag); ok {
			out[k] = fit
		}
	}
	if t == reflect.TypeFor[Rule]() && len(out) < len(m) && out["decision"] == "allow" {
		c.tell(key, "allows nothing, since a part of it is not understood")
		return nil, false
	}
	return out, true
}

// unknown reports an unknown key. The known names are listed only if the problem is.
func (c *check) unknown(key string, fields map[string]reflect.StructField) {
	if len(c.problems) == maxProblems {
		c.more++
		return
	}
	c.tell(key, "is not a setting; there are %s", strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
}

// fieldsOf returns the fields of a type by their names in settings.
func (c *check) fieldsOf(t reflect.Type) map[string]reflect.StructField {
	if fields := c.fields[t]; fields != nil {
		return fields
	}
	fields := map[string]reflect.StructField{}
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = f
	}
	if c.fields == nil {
		c.fields = map[reflect.Type]map[string]reflect.StructField{}
	}
	c.fields[t] = fields
	return fields
}

func (c *check) table(key string, v any, t reflect.Type) (any, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		c.tell(key, "must be an object, not %s", describe(v))
		return nil, false
	}
	out := map[string]any{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if fit, ok := c.value(join(key, k), m[k], t.Elem(), ""); ok {
			out[k] = fit
		}
	}
	return out, true
}

func (c *check) list(key string, v any, t reflect.Type) (any, bool) {
	l, ok := v.([]any)
	if !ok {
		c.tell(key, "must be a list, not %s", describe(v))
		return nil, false
	}
	out := []any{}
	for i, e := range l {
		if fit, ok := c.value(key+"["+strconv.Itoa(i)+"]", e, t.Elem(), ""); ok {
			out = append(out, fit)
		}
	}
	return out, true
}

func (c *check) scalar(key string, v any, t reflect.Type, tag reflect.StructTag) (any, bool) {
	switch t.Kind() {
	case reflect.String:
		return c.choice(key, v, tag.Get("enum"))
	case reflect.Bool:
		if b, ok := v.(bool); ok {
			return b, true
		}
		c.tell(key, "must be true or false, not %s", describe(v))
		return nil, false
	}
	return c.number(key, v, t.Kind() == reflect.Int, tag.Get("min"))
}

func (c *check) choice(key string, v any, enum string) (any, bool) {
	s, ok := v.(string)
	if !ok {
		c.tell(key, "must be a string, not %s", describe(v))
		return nil, false
	}
	if enum != "" && !slices.Contains(strings.Split(enum, ","), s) {
		c.tell(key, "must be one of %s, not %s", strings.ReplaceAll(enum, ",", ", "), describe(s))
		return nil, false
	}
	return s, true
}

func (c *check) number(key string, v any, whole bool, least string) (any, bool) {
	n, ok := asNumber(v)
	if !ok {
		c.tell(key, "must be a number, not %s", describe(v))
		return nil, false
	}
	if whole && n != math.Trunc(n) {
		c.tell(key, "must be a whole number, not %v", n)
		return nil, false
	}
	if m, err := strconv.ParseFloat(least, 64); err == nil && n < m {
		c.tell(key, "must be at least %s, not %v", least, n)
		return nil, false
	}
	return n, true
}

// asNumber returns a number of a JSON or TOML tree.
func asNumber(v any) (n float64, ok bool) {
	switch x := v.(type) {
	case float64:
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	case int64:
		return float64(x), true
	}
	return 0, false
}

// depth returns how deep objects and lists are nested in v, at most [maxDepth].
func depth(v any) int { return depthUpTo(v, maxDepth+1) }

func depthUpTo(v any, most int) int {
	deepest := 0
	inner := func(v any) {
		if most > 0 {
			deepest = max(deepest, 1+depthUpTo(v, most-1))
		}
	}
	switch x := v.(type) {
	case map[string]any:
		for _, e := range x {
			inner(e)
		}
	case []any:
		for _, e := range x {
			inner(e)
		}
	}
	return deepest
}

// describe names the type of a value for the user.
func describe(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		if len(x) > maxShown {
			x = strings.ToValidUTF8(x[:maxShown], "") + "…"
		}
		return strconv.Quote(x)
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	}
	return fmt.Sprint(v)
}

func join(key, k string) string {
	if key == "" {
		return k
	}
	return key + "." + k
}
