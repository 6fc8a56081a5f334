package ptk

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// How much of each thing a summary takes, in characters.
const (
	summaryTask     = 2400
	summaryAsked    = 200
	summaryAnswered = 280
	summaryNote     = 240
	summaryFiles    = 60 // in files
)

// summary is what is left of messages that the prompt no longer has. It is made by rule, so that no model has to be asked;
// where the user has set one for it, Told is its word on what was said. Everything in it is harmless already, as it stands in
// a prompt.
type summary struct {
	Task    string   // the first message
	Notes   []string // what was said to be kept in mind, or decided
	Changed []string // files
	Read    []string
	Open    []string   // steps of the plan that are not done, and the last failures
	Told    string     // by the preprocessing model, in the place of what was said until then
	Said    []exchange // oldest first
	Dropped int
}

// exchange is one turn in short.
type exchange struct {
	Asked    string
	Answered string
}

// toKeep finds sentences that should outlast a summary, in what the user says and in what the model decides.
var (
	toKeep   = regexp.MustCompile(`(?i)\b(remember|note that|keep in mind|always|never|must|don't|do not|prefer|we use|call me|my name|important|from now on)\b`)
	decision = regexp.MustCompile(`(?i)\b(decided|decision|chose|we will|i will use|instead of|agreed)\b`)
	sentence = regexp.MustCompile(`[^.!?\n]+[.!?]*`)
)

// tell puts a model's words in the place of the exchanges that they sum up.
func (s *summary) tell(text string, tokens int) {
	s.Told, s.Said, s.Dropped, s.Read = text, nil, 0, nil
	s.bound(tokens)
}

// fold adds messages to the summary; kinds says what sort of thing each tool does.
func (s *summary) fold(msgs []chat.Message, kinds map[string]tools.Kind) {
	for _, m := range msgs {
		switch m.Role {
		case llm.User:
			s.asked(words(m.Text))
			s.approved(m.Text)
		case llm.Assistant:
			s.answered(notation.Neutralize(m.Text))
			s.called(m.Calls, kinds)
		case llm.ToolRole:
			s.came(m)
		}
	}
}

// words is what the user said, without what was attached to it.
func words(text string) string {
	if text == replanNote || strings.HasPrefix(text, strings.TrimSpace(nearerHead)) {
		return "" // which are not the user's words
	}
	for _, mark := range []string{"\n\nAttached", "\n\n(The user is looking at", "\n\n(The user wants the ", nearerHead, mapHead, planHead, "\n\n" + planHint} {
		text, _, _ = strings.Cut(text, mark)
	}
	return strings.TrimSpace(text)
}

func (s *summary) asked(text string) {
	if text == "" {
		return // nothing but instructions of a folder
	}
	if s.Task == "" {
		s.Task = short(text, summaryTask)
	}
	s.note(toKeep, text)
	s.Said = append(s.Said, exchange{Asked: short(oneLine(text), summaryAsked)})
}

func (s *summary) answered(text string) {
	if blank(text) {
		return
	}
	s.note(decision, text)
	if n := len(s.Said); n > 0 {
		s.Said[n-1].Answered = short(oneLine(text), summaryAnswered) // the last message of a turn is its answer
	}
}

func (s *summary) note(wanted *regexp.Regexp, text string) {
	for _, line := range sentence.FindAllString(text, -1) {
		line = short(oneLine(line), summaryNote)
		if wanted.MatchString(line) && !slices.Contains(s.Notes, line) {
			s.Notes = append(s.Notes, line)
		}
	}
}

// called notes the files and the plan that calls name. Whether they succeeded does not matter to what is worth a look.
func (s *summary) called(calls []chat.Call, kinds map[string]tools.Kind) {
	for _, c := range calls {
		if c.Tool == "update_plan" {
			s.plan(c.Args)
			continue
		}
		for _, p := range paths(c.Args) {
			p = notation.Neutralize(p)
			switch kinds[c.Tool] {
			case tools.KindEdit, tools.KindDelete, tools.KindMove:
				s.Changed = latest(s.Changed, p)
			case tools.KindRead:
				s.Read = latest(s.Read, p)
			}
		}
	}
}

// approved takes the open steps of a plan that the user approved.
func (s *summary) approved(text string) {
	_, plan, ok := strings.Cut(text, planHead)
	if !ok {
		return
	}
	s.Open = nil
	for _, e := range openStep.FindAllStringSubmatch(plan, -1) {
		s.Open = append(s.Open, short(e[2], summaryNote)+" ("+e[1]+")")
	}
}

// plan takes the steps that are not done.
func (s *summary) plan(args json.RawMessage) {
	var p struct{ Entries []chat.PlanEntry }
	if json.Unmarshal(args, &p) != nil {
		return
	}
	s.Open = nil
	for _, e := range p.Entries {
		if e.Status != "completed" {
			s.Open = append(s.Open, notation.Neutralize(short(oneLine(e.Content), summaryNote))+" ("+notation.Neutralize(e.Status)+")")
		}
	}
}

// came notes what failed; a later success of the same tool takes it back.
func (s *summary) came(m chat.Message) {
	for _, r := range m.Results {
		head := notation.Neutralize(r.Tool) + " failed: "
		s.Open = slices.DeleteFunc(s.Open, func(o string) bool { return strings.HasPrefix(o, head) })
		if !r.OK && r.Failure != "" && r.Tool != "" {
			s.Open = append(s.Open, head+notation.Neutralize(short(oneLine(r.Failure), summaryNote)))
		}
	}
}

// latest puts an item at the end of a list in which each stands once.
func latest(list []string, item string) []string {
	list = slices.DeleteFunc(list, func(s string) bool { return s == item })
	list = append(list, item)
	if len(list) > summaryFiles {
		list = list[len(list)-summaryFiles:]
	}
	return list
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// short cuts a text at a number of characters.
func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + "…"
}

// bound drops what is oldest, least important first, until the summary takes no more tokens than it may.
func (s *summary) bound(tokens int) {
	for notation.EstimateTokens(s.text()) > tokens {
		switch {
		case len(s.Said) > 3:
			n := (len(s.Said) + 3) / 4
			s.Said, s.Dropped = s.Said[n:], s.Dropped+n
		case len(s.Read) > 0:
			s.Read = nil
		case len(s.Notes) > 8:
			s.Notes = s.Notes[len(s.Notes)-len(s.Notes)*3/4:]
		case len(s.Open) > 3:
			s.Open = s.Open[len(s.Open)-3:]
		case len(s.Changed) > 10:
			s.Changed = s.Changed[len(s.Changed)-10:]
		case len([]rune(s.Told)) > 400:
			s.Told = short(s.Told, len([]rune(s.Told))*3/4)
		case len([]rune(s.Task)) > 200:
			s.Task = short(s.Task, len([]rune(s.Task))/2)
		default:
			return
		}
	}
}

// text writes the summary as it stands in a prompt.
func (s *summary) text() string {
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
	if s.Told != "" {
		b.WriteString("\nWhat was said and done:\n" + s.Told + "\n")
	}
	section("To keep in mind:", s.Notes)
	section("Files changed:", s.Changed)
	section("Files read:", s.Read)
	var said []string
	for _, e := range s.Said {
		line := "asked: " + e.Asked
		if e.Answered != "" {
			line += " — answered: " + e.Answered
		}
		said = append(said, line)
	}
	if s.Dropped > 0 {
		said = slices.Insert(said, 0, fmt.Sprintf("%d older exchanges are left out", s.Dropped))
	}
	section("Said since:", said)
	section("Still open:", s.Open)
	b.WriteString("The whole conversation goes on below.)\n\n")
	return b.String()
}

// clone is a copy that shares nothing with s.
func (s *summary) clone() summary {
	c := *s
	c.Notes, c.Changed, c.Read, c.Open = slices.Clone(s.Notes), slices.Clone(s.Changed), slices.Clone(s.Read), slices.Clone(s.Open)
	c.Said = slices.Clone(s.Said)
	return c
}

func (s *summary) empty() bool { return s.Task == "" && s.Told == "" && len(s.Said) == 0 }
