package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// assign judges an assignment to a variable of the script.
func (wd *words) assign(a *syntax.Assign, st *state) string {
	if a.Name == nil || a.Index != nil || a.Array != nil || a.Append || a.Naked || !plainName(a.Name.Value) {
		name := "a variable"
		if a.Name != nil {
			name = a.Name.Value
		}
		wd.say(AskEach, rankCode, "sets %s, which may change what programs do", name)
		wd.inside(a, st)
		return ""
	}
	f := wd.one(a.Value, st)
	st.vars[a.Name.Value] = value{f.text, f.known}
	if f.known {
		return "" // the value is written in place of the variable
	}
	return runtimeName(a.Name.Value) + "=" + f.code + " "
}

// setting judges a variable that is set for one command.
func (wd *words) setting(a *syntax.Assign, st *state) string {
	if a.Name != nil && a.Index == nil && a.Array == nil && !a.Append && a.Value != nil {
		f := wd.one(a.Value, st)
		if f.known && harmlessSetting(a.Name.Value, f.text) {
			return a.Name.Value + "=" + f.code + " "
		}
		wd.say(AskEach, rankCode, "sets %s, which may change what programs do", a.Name.Value)
		return ""
	}
	wd.say(AskEach, rankCode, "sets a variable in a way that can't be checked")
	wd.inside(a, st)
	return ""
}
