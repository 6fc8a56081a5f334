package notation

import "encoding/json"

// written is a call as the model wrote it: a name and arguments, by name or by position.
type written struct {
	name      string
	args      json.RawMessage   // an object; nil if there are none by name
	unnamed   []json.RawMessage // arguments by position
	reasoning string
	pos       int
}

// callName returns the end of the name at i, and whether it is the name of a function call: a bracket follows it.
func callName(s string, i int) (end int, ok bool) {
	end = keyEnd(s, i)
	if end == i || s[i] >= '0' && s[i] <= '9' || s[i] == '-' {
		return end, false
	}
	return end, end < len(s) && s[end] == '('
}

// function reads the arguments of a function call.
func (r *reader) function(name string, pos int) written {
	w := written{name: name, pos: pos}
	r.pos++
	r.open = append(r.open, ')')
	var named []member
	for first := true; r.fault == nil && !r.closed(')', first); first = false {
		r.argument(&w, &named)
	}
	if len(named) > 0 {
		w.args = joinObject(named)
	}
	return w
}

// argument reads one argument: name=value, name: value, **{…} or a value.
func (r *reader) argument(w *written, named *[]member) {
	name := r.argumentName()
	spread := name == "" && r.at("**")
	if spread {
		r.pos += 2
	}
	start := r.pos
	value := r.taken(r.value)
	if r.fault != nil {
		return
	}
	switch {
	case name != "":
		*named = append(*named, member{name, value})
	case spread:
		*named = append(*named, members(value)...)
	case r.strict && isWord(r.src[start]) && value[0] == '"':
		r.fail(start, "%s is a variable, not a value", clipText(r.src[start:], 20))
	default:
		w.unnamed = append(w.unnamed, value)
	}
}

// argumentName reads the name of an argument and the = after it. It returns "" if there is none.
func (r *reader) argumentName() string {
	start := r.pos
	from, end := start, keyEnd(r.src, start)
	if q, n := r.quoteAt(); n == 1 && len(q) == 1 {
		from = start + 1
		end = keyEnd(r.src, from)
		if end >= len(r.src) || r.src[end] != q[0] {
			return ""
		}
	}
	name := unescapeName(r.src[from:end])
	i := end
	if from > start {
		i++
	}
	i = skipBlank(r.src, i)
	if name == "" || i >= len(r.src) || !isNameMark(r.src, i) {
		return ""
	}
	r.pos = i + 1
	if r.src[i] == ':' || from > start {
		r.repair("argument names")
	}
	return name
}

// isNameMark reports whether an = or a colon at i ends the name of an argument.
func isNameMark(s string, i int) bool {
	if s[i] == '=' {
		return i+1 >= len(s) || s[i+1] != '='
	}
	return s[i] == ':' && (i+1 >= len(s) || s[i+1] != '/')
}
