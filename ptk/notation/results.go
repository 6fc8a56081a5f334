package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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
			bodies[i] = results[i].cut(bodies[i], sizes[i], share)
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

// cut shortens the body of a result. JSON stays JSON: its long strings and lists are shortened. Other text loses its end.
func (r Result) cut(body string, size, share int) string {
	left := size - share
	note := fmt.Sprintf(" [cut: about %d of %d tokens left out; ask for a smaller part of it, such as fewer lines, or narrow the search]", left, size)
	if !json.Valid([]byte(body)) {
		return strings.ToValidUTF8(body[:len(body)*share/size], "") + "…" + note
	}
	most := len(body)
	short := body
	for n := 0; n < 12 && most > 8 && EstimateTokens(short) > share; n++ {
		most = min(most/2, len(body)*share/size)
		if n > 0 {
			most = most * 2 / 3
		}
		short = string(shorten(json.RawMessage(body), most))
	}
	if EstimateTokens(short) > max(share, 16) {
		short = strings.ToValidUTF8(body[:len(body)*share/size], "") + "…"
	}
	return short + note
}

// shorten limits strings in a JSON value to most bytes each, and lists to elements of that total size.
func shorten(v json.RawMessage, most int) json.RawMessage {
	if len(v) <= most {
		return v
	}
	switch v[0] {
	case '"':
		text := unquoteJSON(v)
		keep := strings.ToValidUTF8(text[:min(len(text), most)], "")
		return json.RawMessage(neutralizeJSON(string(quoteJSON(keep + "… (" + strconv.Itoa(len(text)-len(keep)) + " bytes cut)"))))
	case '[':
		return shortenList(members(v), most)
	case '{':
		list := members(v)
		for i := range list {
			list[i].value = shorten(list[i].value, most)
		}
		return json.RawMessage(neutralizeJSON(string(joinObject(list))))
	}
	return v
}

// shortenList keeps the first elements of a list, followed by the number of those left out.
func shortenList(list []member, most int) json.RawMessage {
	kept, size := 0, 0
	for kept < len(list) && (kept == 0 || size < most) {
		list[kept].value = shorten(list[kept].value, most)
		size += len(list[kept].value)
		kept++
	}
	if left := len(list) - kept; left > 0 {
		list = append(list[:kept:kept], member{value: quoteJSON("… (" + strconv.Itoa(left) + " more cut)")})
	}
	return joinArray(list)
}
