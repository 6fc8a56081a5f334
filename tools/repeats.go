package tools

import (
	"encoding/json"
	"fmt"
	"slices"

	"ptk-lsp/workspace"
)

// pastCall is a finished call of the turn.
type pastCall struct {
	key  string // the tool and its arguments
	hash string // of its result
	read bool
}

const (
	maxSame   = 3 // how often a round of calls may have the same results before it is stopped
	maxReads  = 8 // the same of a round that is one read, which costs little
	maxPeriod = 3 // calls in a round
)

// callKey returns a key that is equal for calls of a tool with the same arguments, however these are formatted.
func callKey(s Spec, args json.RawMessage) string {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return s.Name + " " + string(args)
	}
	return s.Name + " " + string(marshal(v))
}

func isRead(s Spec) bool { return s.Kind == KindRead || s.Kind == KindSearch }

// repeatError returns an error if the call would continue a round of calls that has had the same results several times. Polling is
// exempt.
func (r *Reads) repeatError(turn, key string, s Spec) *Error {
	if s.Poll {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		return nil
	}
	for period := 1; period <= maxPeriod; period++ {
		times := r.rounds(period)
		if times == 0 || r.calls[len(r.calls)-period].key != key {
			continue
		}
		most := maxSame
		if oneRead(r.calls[len(r.calls)-period:]) {
			most = maxReads // a larger period finds the same read less often
		}
		if times >= most {
			return &Error{
				Type: UserError, Code: CodeDuplicate, Suggestion: "Do something else, or answer with what is known.",
				Message: fmt.Sprintf("The call was not made: it was made %d times in this turn with the same result.", times),
			}
		}
	}
	return nil
}

// rounds returns how many times in a row the last calls were the same round, with the same results. The caller holds mu.
func (r *Reads) rounds(period int) (times int) {
	n := len(r.calls)
	if n < period {
		return 0
	}
	last := r.calls[n-period:]
	for end := n; end >= period && slices.Equal(r.calls[end-period:end], last); end -= period {
		times++
	}
	return times
}

// oneRead reports whether a round is the same read over and over.
func oneRead(round []pastCall) bool {
	return round[0].read && !slices.ContainsFunc(round, func(p pastCall) bool { return p != round[0] })
}

// noteResult stores the result of a call, and marks a read whose result is the same as before.
func (r *Reads) noteResult(turn, key string, s Spec, res *Result) {
	if s.Poll {
		return
	}
	p := pastCall{key, workspace.Hash(string(res.JSON())), isRead(s)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		r.turn, r.calls = turn, nil
	}
	res.Cached = res.Success() && p.read && slices.Contains(r.calls, p)
	r.calls = append(r.calls, p)
}
