package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Results formats the results of the calls of one message, in the order of the calls: one line for a single call, numbered
// lines for several. The data is neutralized. If the results exceed the budget of tokens, the longest are shortened, with a
// note of how to get the rest; 0 is no budget.
func (f Formatter) Results(results []Result, budgetTokens int) string {
	bodies := make([]string, len(results))
	sizes := make([]int, len(results))
	for i, r := range results {
		bodies[i] = r.body()
		sizes[i] = EstimateTokens(bodies[i])
	}
	lines := make([]string, len(results))
	for i, share := range shares(sizes, budgetTokens) {
		if share < sizes[i] {
			bodies[i] = results[i].shortened(bodies[i], sizes[i], share)
		}
		lines[i] = results[i].head(i, len(results)) + bodies[i]
	}
	return strings.Join(lines, "\n")
}

// shares divides a budget. Small results are kept whole, and the remaining budget is divided evenly among the rest.
func shares(sizes []int, budget int) []int {
	given := slices.Clone(sizes)
	if budget <= 0 {
		return given
	}
	order := make([]int, len(sizes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[a] - sizes[b] })
	for n, i := range order {
		given[i] = min(sizes[i], budget/(len(order)-n))
		budget -= given[i]
	}
	return given
}

// head returns the text before the result.
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

// body returns the result on one line: its JSON, or its message.
func (r Result) body() string {
	if !r.OK && r.Err != "" {
		return Neutralize(strings.Join(strings.Fields(r.Err), " "))
	}
	var compact bytes.Buffer
	if json.Compact(&compact, r.JSON) != nil {
		return neutralizeJSON(string(quoteJSON(strings.ToValidUTF8(string(r.JSON), "\ufffd"))))
	}
	return neutralizeJSON(compact.String())
}
