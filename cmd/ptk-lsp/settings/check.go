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

// check keeps of a decoded tree what fits [Settings] and tells of the rest.
type check struct {
	problems []Problem
}

func (c *check) tell(key, format string, args ...any) {
	c.problems = append(c.problems, Problem{Key: key, Message: fmt.Sprintf(format, args...)})
}

// value gives v as the type wants it; ok is false where it doesn't fit.
func (c *check) value(key string, v any, t reflect.Type, tag reflect.StructTag) (fit any, ok bool) {
	switch t.Kind() {
	case reflect.Pointer:
		return c.value(key, v, t.Elem(), tag)
	case reflect.Interface:
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

func (c *check) object(key string, v any, t reflect.Type) (any, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		c.tell(key, "must be an object, not %s", describe(v))
		return nil, false
	}
	fields := map[string]reflect.StructField{}
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = f
	}
	out := map[string]any{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		f, known := fields[k]
		if !known {
			c.tell(join(key, k), "is not a setting; there are %s", strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
			continue
		}
		if fit, ok := c.value(join(key, k), m[k], f.Type, f.Tag); ok {
			out[k] = fit
		}
	}
	return out, true
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
		if fit, ok := c.value(fmt.Sprintf("%s[%d]", key, i), e, t.Elem(), ""); ok {
			out = append(out, fit)
		}
	}
	return out, true
}

func (c *check) scalar(key string, v any, t reflect.Type, tag reflect.StructTag) (any, bool) {
	switch t.Kind() {
	case reflect.String:
		return c.word(key, v, tag.Get("enum"))
	case reflect.Bool:
		if b, ok := v.(bool); ok {
			return b, true
		}
		c.tell(key, "must be true or false, not %s", describe(v))
		return nil, false
	}
	return c.number(key, v, t.Kind() == reflect.Int, tag.Get("min"))
}

func (c *check) word(key string, v any, enum string) (any, bool) {
	s, ok := v.(string)
	if !ok {
		c.tell(key, "must be a string, not %s", describe(v))
		return nil, false
	}
	if enum != "" && !slices.Contains(strings.Split(enum, ","), s) {
		c.tell(key, "must be one of %s, not %q", strings.ReplaceAll(enum, ",", ", "), s)
		return nil, false
	}
	return s, true
}

func (c *check) number(key string, v any, whole bool, least string) (any, bool) {
	var n float64
	switch x := v.(type) {
	case float64:
		n = x
	case int64:
		n = float64(x)
	default:
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

// describe names a value's type for a person.
func describe(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
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
