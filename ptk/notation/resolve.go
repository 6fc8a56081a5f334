package notation

import "encoding/json"

// resolve returns a call with the registered name of its tool and the names of its arguments.
func resolve(w written, tools *toolbox) (Call, bool) {
	c := Call{Tool: cleanName(w.name), Args: w.args, Reasoning: w.reasoning}
	i := tools.locate(c.Tool)
	if i >= 0 {
		c.Tool = tools.tools[i].Name
	}
	if len(w.unnamed) > 0 {
		args, ok := tools.named(i, w)
		if !ok {
			return c, false
		}
		c.Args = args
	}
	if c.Args == nil {
		c.Args = json.RawMessage("{}")
	}
	return c, c.Tool != ""
}

// named returns arguments by position under their names, in the order of the tool's schema. A single object that contains all
// arguments is returned unchanged.
func (b *toolbox) named(tool int, w written) (json.RawMessage, bool) {
	known, s := tool >= 0, &schema{}
	if known {
		s = b.schema(tool)
	}
	if len(w.unnamed) == 1 && w.args == nil && w.unnamed[0][0] == '{' && (!known || s.describes(w.unnamed[0])) {
		return w.unnamed[0], true
	}
	if !known {
		return nil, false
	}
	named := members(w.args)
	names := s.names()
	if len(w.unnamed)+len(named) > len(names) {
		return nil, false
	}
	var list []member
	for i, v := range w.unnamed {
		if pick(named, names[i:i+1]) != nil {
			return nil, false
		}
		list = append(list, member{names[i], v})
	}
	return joinObject(append(list, named...)), true
}

// describes reports whether the members of an object are arguments of the schema.
func (s *schema) describes(v json.RawMessage) bool {
	for _, m := range members(v) {
		if _, ok := s.spell(m.name, nil); !ok {
			return false
		}
	}
	return len(s.properties) > 0
}
