package offline

// intent is one sort of question. match tells whether a question may be of this sort; run makes the answer, or ends with
// errWaiting for the result of a call, or with errOtherIntent where another intent may know better.
type intent struct {
	match func(*question) bool
	run   func(*question, *draft) error
}

// intents in the order in which they are tried.
var intents = []intent{
	{asksAboutMe, introduce},
	{asksForChange, declineChange},
	{asksForProblems, listProblems},
	{asksForLines, showLines},
	{asksForText, findText},
	{asksForCount, listFiles},
	{asksForUses, showUses},
	{asksForDefinition, showWhere},
	{asksForKey, showKey},
	{asksForFile, showFile},
	{asksForProject, describeProject},
	{asksForExplanation, explain},
}
