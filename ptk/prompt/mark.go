package prompt

// Mark stores which messages of a conversation the prompt shortens or leaves out.
type Mark struct {
	From    int     // the number of the first message in the prompt
	Short   int     // messages before this number are shortened: their results, long arguments and images
	Cut     int     // messages of the user are cut to this size, in estimated tokens; 0 for none
	Summary Summary // of the messages before From
}

// Same reports whether two marks are at the same place. Their summaries are then the same too.
func (m Mark) Same(o Mark) bool { return m.From == o.From && m.Short == o.Short && m.Cut == o.Cut }
