package prompt

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// Sizes of the parts of a summary, in characters.
const (
	taskLength     = 2400
	askedLength    = 200
	answeredLength = 280
	noteLength     = 240
)

// maxFiles is how many files a list of a summary can contain.
const maxFiles = 60

var (
	// userNote matches sentences of the user that a summary keeps.
	userNote = regexp.MustCompile(`(?i)\b(remember|note that|keep in mind|always|never|must|don't|do not|prefer|we use|` +
		`call me|my name|important|from now on)\b`)
	// decision matches sentences of the model that a summary keeps.
	decision = regexp.MustCompile(`(?i)\b(decided|decision|chose|we will|i will use|instead of|agreed)\b`)
	sentence = regexp.MustCompile(`[^.!?\n]+[.!?]*`)
	// openStep matches a step of an approved plan that is not done.
	openStep = regexp.MustCompile(`(?m)^\d+\. \[\w+, (pending|in_progress)\] (.+)$`)
)

// Add summarizes messages. Kinds maps the name of each tool to what it does.
func (s *Summary) Add(msgs []chat.Message, kinds map[string]tools.Kind) {
	for _, m := range msgs {
		switch m.Role {
		case llm.User:
			s.addQuestion(UserText(m.Text))
			s.addApprovedPlan(m.Text)
		case llm.Assistant:
			s.addAnswer(notation.Neutralize(m.Text))
			s.addCalls(m.Calls, kinds)
		case llm.ToolRole:
			s.addFailures(m.Results)
		case llm.System:
		}
	}
}

func (s *Summary) addQuestion(text string) {
	if text == "" {
		return // a message that the program wrote
	}
	if s.Task == "" {
		s.Task = clip.Runes(text, taskLength)
	}
	s.addNotes(userNote, text)
	s.Exchanges = append(s.Exchanges, Exchange{Asked: clip.Runes(clip.OneLine(text), askedLength)})
}

// addAnswer stores a message of the model. The last one of a turn is its answer.
func (s *Summary) addAnswer(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	s.addNotes(decision, text)
	if n := len(s.Exchanges); n > 0 {
		s.Exchanges[n-1].Answered = clip.Runes(clip.OneLine(text), answeredLength)
	}
}

func (s *Summary) addNotes(wanted *regexp.Regexp, text string) {
	for _, line := range sentence.FindAllString(text, -1) {
		line = clip.Runes(clip.OneLine(line), noteLength)
		if wanted.MatchString(line) && !slices.Contains(s.Notes, line) {
			s.Notes = append(s.Notes, line)
		}
	}
}

// addCalls stores the files and the plan in the arguments of calls, also of those that failed.
func (s *Summary) addCalls(calls []chat.Call, kinds map[string]tools.Kind) {
	for _, c := range calls {
		if c.Tool == tools.PlanTool {
			s.addPlan(c.Args)
			continue
		}
		for _, p := range c.Paths() {
			p = notation.Neutralize(p)
			switch kinds[c.Tool] {
			case tools.KindEdit, tools.KindDelete, tools.KindMove:
				s.Changed = appendLatest(s.Changed, p)
			case tools.KindRead:
				s.Read = appendLatest(s.Read, p)
			default: // other tools are not about one file
			}
		}
	}
}

// appendLatest moves or appends an item to the end of a list without duplicates.
func appendLatest(list []string, item string) []string {
	list = slices.DeleteFunc(list, func(s string) bool { return s == item })
	list = append(list, item)
	if len(list) > maxFiles {
		list = list[len(list)-maxFiles:]
	}
	return list
}

// addApprovedPlan stores the open steps of a plan that the user approved with a message.
func (s *Summary) addApprovedPlan(text string) {
	_, plan, ok := strings.Cut(text, PlanHead)
	if !ok {
		return
	}
	s.Open = nil
	for _, e := range openStep.FindAllStringSubmatch(plan, -1) {
		s.Open = append(s.Open, clip.Runes(e[2], noteLength)+" ("+e[1]+")")
	}
}

// addPlan stores the open steps of a plan that the model made.
func (s *Summary) addPlan(args json.RawMessage) {
	var p struct{ Entries []chat.PlanEntry }
	if json.Unmarshal(args, &p) != nil {
		return
	}
	s.Open = nil
	for _, e := range p.Entries {
		if e.Status != "completed" {
			s.Open = append(s.Open, notation.Neutralize(clip.Runes(clip.OneLine(e.Content), noteLength))+" ("+notation.Neutralize(e.Status)+")")
		}
	}
}

// addFailures stores the last failure of each tool until the tool succeeds.
func (s *Summary) addFailures(results []chat.CallResult) {
	for _, r := range results {
		head := notation.Neutralize(r.Tool) + " failed: "
		s.Open = slices.DeleteFunc(s.Open, func(o string) bool { return strings.HasPrefix(o, head) })
		if !r.OK && r.Failure != "" && r.Tool != "" {
			s.Open = append(s.Open, head+notation.Neutralize(clip.Runes(clip.OneLine(r.Failure), noteLength)))
		}
	}
}
