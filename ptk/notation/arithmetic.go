package notation

import (
	"math"
	"strconv"
	"strings"
)

// evaluate returns the value of an expression of numbers, such as 1/6 or 2*10**3, as JSON.
func evaluate(token string) (string, bool) {
	if len(token) > 200 || strings.Trim(token, "0123456789.+-*/()% eE_") != "" {
		return "", false
	}
	a := &arithmetic{src: token}
	n := a.sum(0)
	a.skip()
	if a.bad || a.pos != len(token) || math.IsInf(n.f, 0) || math.IsNaN(n.f) {
		return "", false
	}
	return n.String(), true
}

// arithmetic reads an expression of numbers with Python's operators and precedence.
type arithmetic struct {
	src string
	pos int
	bad bool
}

// quantity is a number and whether it is an integer, as in Python.
type quantity struct {
	f     float64
	whole bool
}

// String returns the number as JSON.
func (q quantity) String() string {
	if q.whole && math.Abs(q.f) < 1<<53 {
		return strconv.FormatFloat(q.f, 'f', -1, 64)
	}
	out := strconv.FormatFloat(q.f, 'g', -1, 64)
	if !strings.ContainsAny(out, ".e") {
		out += ".0"
	}
	return out
}

func (a *arithmetic) skip() {
	for a.pos < len(a.src) && a.src[a.pos] == ' ' {
		a.pos++
	}
}

// operator reads one of the operators; the longest must come first. It returns "" if there is none.
func (a *arithmetic) operator(among ...string) string {
	a.skip()
	for _, op := range among {
		if strings.HasPrefix(a.src[a.pos:], op) {
			a.pos += len(op)
			return op
		}
	}
	return ""
}

func (a *arithmetic) sum(depth int) quantity {
	left := a.product(depth)
	for op := a.operator("+", "-"); op != "" && !a.bad; op = a.operator("+", "-") {
		right := a.product(depth)
		if op == "-" {
			right.f = -right.f
		}
		left = quantity{left.f + right.f, left.whole && right.whole}
	}
	return left
}

func (a *arithmetic) product(depth int) quantity {
	left := a.signed(depth)
	for op := a.factor(); op != "" && !a.bad; op = a.factor() {
		left = a.apply(op, left, a.signed(depth))
	}
	return left
}

// factor reads an operator of products, not **, which binds tighter.
func (a *arithmetic) factor() string {
	a.skip()
	if strings.HasPrefix(a.src[a.pos:], "**") {
		return ""
	}
	return a.operator("//", "*", "/", "%")
}

func (a *arithmetic) apply(op string, left, right quantity) quantity {
	both := left.whole && right.whole
	if op == "*" {
		return quantity{left.f * right.f, both}
	}
	if right.f == 0 {
		a.bad = true
		return left
	}
	switch op {
	case "//":
		return quantity{math.Floor(left.f / right.f), both}
	case "%":
		return quantity{left.f - right.f*math.Floor(left.f/right.f), both}
	}
	return quantity{left.f / right.f, false}
}

func (a *arithmetic) signed(depth int) quantity {
	if depth++; depth > 40 {
		a.bad = true
		return quantity{}
	}
	switch a.operator("+", "-") {
	case "+":
		return a.signed(depth)
	case "-":
		q := a.signed(depth)
		return quantity{-q.f, q.whole}
	}
	base := a.number(depth)
	if a.operator("**") == "" {
		return base
	}
	exponent := a.signed(depth)
	return quantity{math.Pow(base.f, exponent.f), base.whole && exponent.whole && exponent.f >= 0}
}

func (a *arithmetic) number(depth int) quantity {
	if a.operator("(") != "" {
		inner := a.sum(depth)
		a.bad = a.bad || a.operator(")") == ""
		return inner
	}
	start := a.pos
	for a.pos < len(a.src) && (isWord(a.src[a.pos]) || a.src[a.pos] == '.' || a.exponentSign()) {
		a.pos++
	}
	text := strings.ReplaceAll(a.src[start:a.pos], "_", "")
	f, err := strconv.ParseFloat(text, 64)
	a.bad = a.bad || err != nil
	return quantity{f, !strings.ContainsAny(text, ".eE")}
}

// exponentSign reports whether the sign at the current position belongs to a number such as 1e-3.
func (a *arithmetic) exponentSign() bool {
	c := a.src[a.pos]
	return (c == '+' || c == '-') && a.pos > 0 && a.src[a.pos-1]|0x20 == 'e'
}
