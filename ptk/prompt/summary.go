package prompt

import (
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/notation"
)

// Summary describes messages that the prompt no longer contains. It is made by rules, without asking a model. If the user has
// set a preprocessing model, that model's summary replaces the exchanges. All texts are neutralized.
type Summary struct {
	Task      string   // the first message
	Notes     []string // facts, wishes and decisions to keep
	Changed   []string // files that were changed, the latest last
	Read      []string // files that were read, the latest last
	Open      []string // steps of the plan that are not done, and the last failures
	Narrative string   // written by the preprocessing model, in place of the exchanges until then
	Exchanges []Exchange
	Dropped   int // exchanges left out, older than the others
}

// Exchange is a turn in short.
type Exchange struct {
	Asked    string
	Answered string
}

// IsEmpty reports whether nothing has been summarized yet.
func (s *Summary) IsEmpty() bool { return s.Task == "" && s.Narrative == "" && len(s.Exchanges) == 0 }

// Clone returns a copy that shares no memory with s.
func (s *Summary) Clone() Summary {
	c := *s
	c.Notes, c.Changed = slices.Clone(s.Notes), slices.Clone(s.Changed)
	c.Read, c.Open = slices.Clone(s.Read), slices.Clone(s.Open)
	c.Exchanges = slices.Clone(s.Exchanges)
	return c
}

// Narrate replaces the exchanges by a text that summarizes them, and trims the summary to a number of tokens.
func (s *Summary) Narrate(text string, tokens int) {
	s.Narrative, s.Exchanges, s.Dropped, s.Read = text, nil, 0, nil
	s.Trim(tokens)
}

// Trim drops what is oldest, the least important first, until the summary takes at most a number of tokens.
func (s *Summary) Trim(tokens int) {
	for notation.EstimateTokens(s.Text()) > tokens {
		switch {
		case len(s.Exchanges) > 3:
			n := (len(s.Exchanges) + 3) / 4
			s.Exchanges, s.Dropped = s.Exchanges[n:], s.Dropped+n
		case len(s.Read) > 0:
			s.Read = nil
		case len(s.Notes) > 8:
			s.Notes = s.Notes[len(s.Notes)-len(s.Notes)*3/4:]
		case len(s.Open) > 3:
			s.Open = s.Open[len(s.Open)-3:]
		case len(s.Changed) > 10:
			s.Changed = s.Changed[len(s.Changed)-10:]
		case len([]rune(s.Narrative)) > 400:
			s.Narrative = clip.Runes(s.Narrative, len([]rune(s.Narrative))*3/4)
		case len([]rune(s.Task)) > 200:
			s.Task = clip.Runes(s.Task, len([]rune(s.Task))/2)
		default:
			return
		}
	}
}

// Text returns the summary as written into the prompt.
func (s *Summary) Text() string {
	var b strings.Builder
	b.WriteString("(What was said before no longer fits and stands here in short.\n")
	section := func(head string, lines []string) {
		if len(lines) > 0 {
			b.WriteString("\n" + head + "\n- " + strings.Join(lines, "\n- ") + "\n")
		}
	}
	if s.Task != "" {
		b.WriteString("\nThe conversation began with:\n" + s.Task + "\n")
	}
	if s.Narrative != "" {
		b.WriteString("\nWhat was said and done:\n" + s.Narrative + "\n")
	}
	section("To keep in mind:", s.Notes)
	section("Files changed:", s.Changed)
	section("Files read:", s.Read)
	section("Said since:", s.exchangeLines())
	section("Still open:", s.Open)
	b.WriteString("The whole conversation goes on below.)\n\n")
	return b.String()
}

func (s *Summary) exchangeLines() (lines []string) {
	if s.Dropped > 0 {
		lines = append(lines, fmt.Sprintf("%d older exchanges are left out", s.Dropped))
	}
	for _, e := range s.Exchanges {
		line := "asked: " + e.Asked
		if e.Answered != "" {
			line += " — answered: " + e.Answered
		}
		lines = append(lines, line)
	}
	return lines
}
