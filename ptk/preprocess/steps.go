package preprocess

import (
	"regexp"
	"strings"
)

var (
	listItem = regexp.MustCompile(`(?m)^\s*(?:[-*•]|\d+[.)])\s+\S`)
	bigTask  = regexp.MustCompile(`(?i)\b(refactor|implement|migrate|rewrite|port|convert|redesign|restructure|upgrade|replace all|` +
		`everywhere|across|throughout|whole (?:project|code ?base|repository)|step by step)\b`)
	sequence = regexp.MustCompile(`(?i)(?:\band then\b|\bafterwards\b|\bafter that\b|\bfinally\b|\bas well as\b|;)`)
	question = regexp.MustCompile(`(?i)^\s*(what|why|where|who|when|which|how (?:do|does|is|are|many|much)|is|are|does|do|can|explain|show)\b`)
)

// longMessage is the number of words of a message that counts as long.
const longMessage = 60

// HasManySteps reports whether a message asks for more than a step or two, judged by rules. A question never does.
func HasManySteps(message string) bool {
	if question.MatchString(message) && !listItem.MatchString(message) {
		return false
	}
	score := 0
	if n := len(listItem.FindAllString(message, -1)); n >= 2 {
		score += n
	}
	score += min(2, len(bigTask.FindAllString(message, -1)))
	score += min(2, len(sequence.FindAllString(message, -1)))
	if len(strings.Fields(message)) >= longMessage {
		score++
	}
	return score >= 2
}
