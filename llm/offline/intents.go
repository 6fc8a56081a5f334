package offline

// intent is one kind of question. match reports whether a question may be of this kind; run writes the answer, or returns
// errWaiting for the result of a call, or errOtherIntent if another intent may have an answer.
type intent struct {
	match func(*question) bool
	run   func(*question, *draft) error
}

// intents are tried in this order.
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
