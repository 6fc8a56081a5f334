package turn

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
)

func TestQueue(t *testing.T) {
	var q Queue
	if got := q.take(false); got != nil {
		t.Errorf("an empty queue has %v", got)
	}
	put := func(message string) bool {
		_, ok := q.Put(chat.UserMessage{Text: message})
		return ok
	}
	if !put("a") || !put("b") {
		t.Error("an open queue accepts no messages")
	}
	if d := cmp.Diff([]chat.UserMessage{{Text: "a"}, {Text: "b"}}, q.take(true)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !put("c") { // there was something to take, so the turn goes on
		t.Error("closed although it was not empty")
	}
	if d := cmp.Diff([]chat.UserMessage{{Text: "c"}}, q.take(false)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := q.take(true); got != nil {
		t.Errorf("an empty queue has %v", got)
	}
	if put("late") || q.take(false) != nil {
		t.Error("a closed queue accepts messages")
	}
}

// Each message that was accepted is taken once, however the queue is closed meanwhile.
func TestQueueLosesNothing(t *testing.T) {
	var q Queue
	var senders sync.WaitGroup
	var mu sync.Mutex
	accepted, taken := map[string]bool{}, map[string]bool{}
	for i := range 4 {
		senders.Go(func() {
			for k := range 200 {
				m := fmt.Sprint(i, " ", k)
				if _, ok := q.Put(chat.UserMessage{Text: m}); ok {
					mu.Lock()
					accepted[m] = true
					mu.Unlock()
				}
			}
		})
	}
	for round := 0; ; round++ {
		last := round > 1000
		messages := q.take(last)
		for _, m := range messages {
			taken[m.Text] = true
		}
		if last && len(messages) == 0 {
			break
		}
	}
	senders.Wait()
	if d := cmp.Diff(accepted, taken); d != "" {
		t.Errorf("(-accepted +taken):\n%s", d)
	}
}
