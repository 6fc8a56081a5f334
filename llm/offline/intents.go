package offline

// intent is one sort of question. match tells whether a question may be of this sort; run makes the answer, or ends with
// errWaiting for the result of a call, or with errNotMine where another intent may know better.
type intent struct {
	match func(*question) bool
	run   func(*question, *work) error
}

// intents in the order in which they are tried.
var intents = []intent{
	{asksAboutMe, introduce},
	{asksForChange, declineChange},
	{asksForProblems, tellProblems},
	{asksForLines, showLines},
	{asksForText, findText},
	{asksForCount, tellFiles},
	{asksForUses, showUses},
	{asksForDefinition, showWhere},
	{asksForKey, tellKey},
	{asksForFile, showFile},
	{asksForProject, tellProject},
	{asksForExplanation, explain},
}
