package timeline

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ptk-lsp/workspace/visible"
)

// Style is how a turn is written.
type Style struct {
	// Width is the width of the terminal in columns; 0 for 100.
	Width int
	// Color reports whether the terminal shows colours.
	Color bool
	// Full shows texts in full; otherwise they are cut to a few lines.
	Full bool
}

const (
	margin  = 11 // columns before a step
	barLine = 30 // columns of a bar
	fewest  = 60 // columns below which there are no bars
	someOf  = 8  // lines to which a text is cut
)

// Write writes the turn for a person.
func (t *Turn) Write(w io.Writer, s Style) error {
	if s.Width <= 0 {
		s.Width = 100
	}
	p := &page{Style: s, turn: t}
	p.head()
	for _, step := range t.Steps {
		p.step(step)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type page struct {
	Style
	turn *Turn
	b    strings.Builder
}

// Colours by purpose.
const (
	plain  = ""
	faint  = "2"
	strong = "1"
	bad    = "31"
	blue   = "34"
	green  = "32"
	yellow = "33"
)

func (p *page) paint(color, text string) string {
	if !p.Color || color == plain {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (p *page) line(parts ...string) { p.b.WriteString(strings.Join(parts, "") + "\n") }

func (p *page) head() {
	t := p.turn
	p.fields(strong, "turn "+clean(t.ID), clean(t.Model), clean(t.Mode), t.Began.Format("2006-01-02 15:04:05"))
	models, tools := 0, 0
	var modelMs, toolMs float64
	for _, s := range t.Steps {
		switch s.Kind {
		case Model:
			models, modelMs = models+1, modelMs+s.TookMs
		case Tool:
			tools, toolMs = tools+1, toolMs+s.TookMs
		}
	}
	color, how := green, "ok"
	if !t.Success {
		color, how = bad, clean(cmp.Or(t.Error, "not ended"))
	}
	p.fields(plain, seconds(t.TookMs), count(models, "model call")+took(modelMs), count(tools, "tool call")+took(toolMs),
		tokens(t.InputTokens, t.OutputTokens, 0))
	p.fields(color, how)
}

// fields writes fields side by side, on as many lines as needed; the first in the colour.
func (p *page) fields(color string, words ...string) {
	used := 0
	for i, w := range words {
		if w = fit(w, p.Width); w == "" {
			continue
		}
		switch {
		case used > 0 && used+2+width(w) > p.Width:
			p.b.WriteString("\n")
			used = 0
		case used > 0:
			p.b.WriteString("  ")
			used += 2
		}
		used += width(w)
		if i > 0 {
			color = plain
		}
		p.b.WriteString(p.paint(color, w))
	}
	p.b.WriteString("\n")
}

func took(ms float64) string {
	if ms == 0 {
		return ""
	}
	return " " + seconds(ms)
}

// step writes a heading with a bar, and the texts below it.
func (p *page) step(s *Step) {
	p.line()
	at := strings.Repeat(" ", margin)
	if s.AtMs != nil {
		at = fmt.Sprintf("%9s  ", seconds(*s.AtMs))
	}
	color := map[string]string{User: strong, Model: blue, Tool: green, Warning: yellow}[s.Kind]
	title := s.Kind
	if s.Name != "" && s.Kind != Warning {
		title += " " + clean(s.Name)
	}
	if s.Inner {
		title = "agent: " + title
	}
	notes := s.Notes
	if s.TookMs > 0 {
		notes = append([]string{seconds(s.TookMs)}, notes...)
	}
	shown := fit(title, p.Width-margin)
	rest := fit(strings.Join(notes, ", "), p.Width-margin-width(shown)-2)
	p.line(p.paint(faint, at), p.paint(color, shown), strings.Repeat(" ", min(2, 2*len(rest))), p.paint(faint, rest))
	if bar := p.bar(s); bar != "" {
		p.line(strings.Repeat(" ", margin), p.paint(color, bar))
	}
	if s.Error != "" {
		p.text("failed", s.Error, bad)
	}
	for _, part := range s.Parts {
		if part.Label == "arguments" || part.Label == "result" {
			part.Text = readable(part.Text)
		}
		p.text(part.Label, part.Text, plain)
	}
}

// bar shows when the step ran in the turn, or "" if unknown.
func (p *page) bar(s *Step) string {
	if s.AtMs == nil || s.TookMs == 0 || p.turn.TookMs == 0 || p.Width < fewest {
		return ""
	}
	column := func(ms float64) int { return int(max(0, min(barLine, ms/p.turn.TookMs*barLine+0.5))) }
	from := min(column(*s.AtMs), barLine-1)
	to := max(column(*s.AtMs+s.TookMs), from+1)
	return "[" + strings.Repeat(" ", from) + strings.Repeat("=", to-from) + strings.Repeat(" ", barLine-to) + "]"
}

// text writes a labelled text, wrapped to the width.
func (p *page) text(label, text, color string) {
	const labels = 10
	lines := wrapped(text, p.Width-margin-labels)
	left := 0
	if !p.Full && len(lines) > someOf+1 {
		left = len(lines) - someOf
		lines = lines[:someOf]
	}
	for i, l := range lines {
		name := ""
		if i == 0 {
			name = label
		}
		if name == "" && l == "" {
			p.line()
			continue
		}
		p.line(strings.Repeat(" ", margin), p.paint(faint, fmt.Sprintf("%-*s", labels, fit(name, labels-1))), p.paint(color, l))
	}
	if left > 0 {
		more := fmt.Sprintf("… %d more lines, %s characters in all", left, thousands(utf8.RuneCountInString(text)))
		p.line(strings.Repeat(" ", margin+labels), p.paint(faint, fit(more, p.Width-margin-labels)))
	}
}

// wrapped breaks a text into lines of limited width.
func wrapped(text string, most int) (out []string) {
	most = max(most, 20)
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		runes := []rune(clean(line))
		for len(runes) > most {
			at := breakAt(runes[:most+1])
			out = append(out, string(runes[:at]))
			runes = runes[at:]
		}
		out = append(out, string(runes))
	}
	return out
}

// breakAt returns the offset at which a line is broken: after its last space, if that is near the end.
func breakAt(line []rune) int {
	for i := len(line) - 1; i > len(line)*2/3; i-- {
		if line[i-1] == ' ' {
			return i
		}
	}
	return len(line) - 1
}

// clean replaces control and hidden characters by marks.
func clean(s string) string { return visible.Line(strings.ReplaceAll(s, "\t", " ")) }

func width(s string) int { return utf8.RuneCountInString(s) }

// fit cuts a text to a width.
func fit(s string, most int) string {
	if most < 1 {
		return ""
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// seconds formats milliseconds.
func seconds(ms float64) string { return strconv.FormatFloat(ms/1000, 'f', 2, 64) + " s" }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
