package notation

import "strings"

// output collects what is settled until it is taken.
type output struct {
	text    []string // prose
	out     Output   // everything else
	settled bool     // out is not empty
	calls   int      // calls of the message so far
	done    bool     // see Parser.Done
}

// add appends what a nested parser returned.
func (o *output) add(out Output) {
	o.out.add(out)
	o.settled = true
	o.calls += len(out.Calls)
}

func (o *output) addCall(c Call) {
	o.out.Calls = append(o.out.Calls, c)
	o.settled = true
}

func (o *output) report(e *Error) {
	o.out.Errors = append(o.out.Errors, e)
	o.settled = true
}

func (o *output) warn(w Warning) {
	o.out.Warnings = append(o.out.Warnings, w)
	o.settled = true
}

// take returns what was settled since the last call.
func (o *output) take() Output {
	var out Output
	if o.settled {
		out, o.out, o.settled = o.out, Output{}, false
	}
	switch len(o.text) {
	case 0:
	case 1:
		out.Text = o.text[0]
	default:
		out.Text = strings.Join(o.text, "")
	}
	o.text = o.text[:0]
	return out
}

// takeText returns the only piece of prose, if nothing else is settled.
func (o *output) takeText() string {
	if len(o.text) == 0 {
		return ""
	}
	o.text = o.text[:0]
	return o.text[:1][0]
}

// add appends what a later piece settled.
func (o *Output) add(more Output) {
	o.Text += more.Text
	o.Calls = append(o.Calls, more.Calls...)
	o.Errors = append(o.Errors, more.Errors...)
	o.Warnings = append(o.Warnings, more.Warnings...)
}
