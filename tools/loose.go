package tools

// looseWhy says why a call is asked for though a rule allows it, or though it needs no consent: it was read out of prose, and
// may be no call at all. "" is a call that was written exactly, or one that only reads.
func looseWhy(s Spec, c *Call) string {
	if !c.Loose || onlyReads(s) {
		return ""
	}
	return "It was read out of prose, not from an exact call: is it meant to be run?"
}

// onlyReads says whether a tool can't do more than read or plan. That is known of none but the program's own; an agent calls
// other tools.
func onlyReads(s Spec) bool {
	switch s.Kind {
	case KindRead, KindSearch:
		return s.Source == SourceBuiltin
	case KindThink:
		return s.Source == SourceBuiltin && s.Name != "agent"
	}
	return false
}
