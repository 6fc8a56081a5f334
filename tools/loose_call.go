package tools

// looseRisk returns why the user must be asked about a call even if a rule allows it or it needs no consent: it was read
// from prose, and may be no call. "" if it was written exactly, or only reads.
func looseRisk(s Spec, c *Call) string {
	if !c.Loose || onlyReads(s) {
		return ""
	}
	return "It was read out of prose, not from an exact call: is it meant to be run?"
}

// onlyReads reports whether a tool can only read or plan. This is known only of the program's own tools. An agent calls
// other tools.
func onlyReads(s Spec) bool {
	switch s.Kind {
	case KindRead, KindSearch:
		return s.Source == SourceBuiltin
	case KindThink:
		return s.Source == SourceBuiltin && s.Name != "agent"
	default:
		return false
	}
}
