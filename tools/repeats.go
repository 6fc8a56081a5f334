package tools

import (
	"encoding/json"
	"fmt"
	"slices"

	"ptk-lsp/workspace"
)

// past is a call of the turn that has been answered.
type past struct {
	key  string // the tool and its arguments
	hash string // of its result
	read bool
}

const (
	maxSame   = 3 // rounds of the same calls with the same results, after which the next is stopped
	maxPeriod = 3 // calls in a round
)

// callKey is the same for calls of a tool with the same arguments, however they are written.
func callKey(s Spec, args json.RawMessage) string {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return s.Name + " " + string(args)
	}
	return s.Name + " " + string(marshal(v))
}

func readsOnly(s Spec) bool { return s.Kind == KindRead || s.Kind == KindSearch }

// stuck tells whether the call would go on with a round of calls that has come to nothing new; to poll is no such thing,
// nor is it to read the same thing again, which costs little.
func (r *Reads) stuck(turn, key string, s Spec) *Error {
	if s.Poll {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		return nil
	}
	for period := 1; period <= maxPeriod; period++ {
		n := len(r.calls) - period*maxSame
		if n < 0 || r.calls[len(r.calls)-period].key != key {
			continue
		}
		rounds := r.calls[n:]
		if oneRead(rounds[:period]) {
			continue
		}
		same := func(i int) bool { return rounds[i] == rounds[i%period] }
		if !slices.ContainsFunc(indices(len(rounds)), func(i int) bool { return !same(i) }) {
			return &Error{
				Type: UserError, Code: CodeDuplicate, Suggestion: "Do something else, or answer with what is known.",
				Message: fmt.Sprintf("The call was not made: it was made %d times in this turn with the same result.", maxSame),
			}
		}
	}
	return nil
}

// oneRead is true for a round that is the same read over and over.
func oneRead(round []past) bool {
	return round[0].read && !slices.ContainsFunc(round, func(p past) bool { return p != round[0] })
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// answered remembers the result of a call, and marks one that reads the same as before.
func (r *Reads) answered(turn, key string, s Spec, res *Result) {
	if s.Poll {
		return
	}
	p := past{key, workspace.Hash(string(res.JSON())), readsOnly(s)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		r.turn, r.calls = turn, nil
	}
	res.Cached = res.Success() && p.read && slices.Contains(r.calls, p)
	r.calls = append(r.calls, p)
}
