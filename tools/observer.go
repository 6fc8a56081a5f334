package tools

// Observer is told what happens to a call while it runs; all functions may be nil.
type Observer struct {
	// Start is called once, before consent is asked for; the action is nil where the call could not be prepared.
	Start func(Spec, *Action)
	// Output gets output as it comes.
	Output func(chunk string)
	// Plan gets the plan whenever the model changes it.
	Plan func([]PlanEntry)
}
