package offline

// draft is an answer in progress. An intent runs from its start each time the model is asked: calls whose results are in the
// conversation return them, the first other one ends the run and is sent.
type draft struct {
	*dialog
	lookup
	output
}

func newDraft(d *dialog) *draft {
	return &draft{dialog: d, lookup: lookup{dialog: d}, output: output{dialog: d}}
}
