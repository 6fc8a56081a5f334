package tools

import "time"

// Observer receives what happens to a call while it runs. All functions may be nil.
type Observer struct {
	// Start is called once, before the user is asked. The action is nil if the call could not be prepared.
	Start func(Spec, *Action)
	// Output receives output as it is produced.
	Output func(chunk string)
	// Waited receives how long a question of the call waited for its answer.
	Waited func(time.Duration)
	// Plan receives the plan whenever the model changes it.
	Plan func([]PlanEntry)
}
