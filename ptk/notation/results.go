package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Results writes what the calls of one message came to, in the order written: one line for a single call, numbered lines for
// several. What exceeds the budget of tokens is cut, with a note of what was left out and how to get it; 0 is no budget.
func (f Formatter) Results(results []Result, budgetTokens int) string {
	var b strings.Builder
	for i, r := range results {
		if i > 0 {
			b.WriteByte('\n')
		}
		share := 0
		if budgetTokens > 0 {
			share = max(1, budgetTokens/len(results))
		}
		b.WriteString(r.head(i, len(results)) + r.body(share))
	}
	return b.String()
}

func (r Result) head(i, n int) string {
	word := "PTK_RESULT"
	if !r.OK {
		word = "PTK_ERROR"
	}
	if n == 1 {
		return word + ": "
	}
	return fmt.Sprintf("%s %d/%d %s: ", word, i+1, n, Neutralize(r.Tool))
}

func (r Result) body(budget int) string {
	text := Neutralize(strings.Join(strings.Fields(r.Err), " "))
	if r.OK || text == "" {
		var compact bytes.Buffer
		if json.Compact(&compact, r.JSON) != nil {
			compact.Reset()
			compact.Write(quoteJSON(string(r.JSON)))
		}
		text = Neutralize(compact.String())
	}
	total := EstimateTokens(text)
	if budget <= 0 || total <= budget {
		return text
	}
	keep := len(text) * budget / total
	return fmt.Sprintf("%s… [cut: about %d of %d tokens left out; ask for a smaller part to see the rest]",
		strings.ToValidUTF8(text[:keep], ""), total-budget, total)
}
