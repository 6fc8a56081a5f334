package notation

import "strings"

// longestIndent is how many blanks may precede or follow the marks of a fence.
const longestIndent = 64

// longestRun is how many marks of code are counted as one run.
const longestRun = 64

// runLength counts how often the byte at i is repeated; known is false if more of them may follow.
func runLength(s string, i int, final bool) (n int, known bool) {
	for n < longestRun && i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n, final || n == longestRun || i+n < len(s)
}

// longestHead is the maximum length of the line that opens a fence.
const longestHead = 256

// fenceHead returns the length of the line that opens a fence of n marks. The verdict is no if the line does not open one.
func fenceHead(s string, n int, final bool) (int, verdict) {
	line, _, whole := strings.Cut(s[:min(len(s), longestHead)], "\n")
	if !whole && len(line) == longestHead || s[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return 0, no
	}
	if !whole && !final {
		return 0, more
	}
	return min(len(line)+1, len(s)), yes
}

// fenceStart reports whether a fence that may contain nothing but calls starts at the start of s.
func fenceStart(g *grammar, s string, final bool) (item, verdict) {
	n, known := runLength(s, 0, final)
	if !known {
		return item{}, more
	}
	if n < 3 {
		return item{}, no
	}
	head, v := fenceHead(s, n, final)
	if v != yes || !mayContainCalls(s[n:head]) {
		return item{}, moreIf(v == more)
	}
	i := skipBlank(s[:min(len(s), head+longestStart)], head)
	if i == len(s) || i == head+longestStart {
		return item{}, moreIf(!final && i < head+longestStart)
	}
	v = g.startsCall(s[i:], final)
	return item{kind: fenceItem, tag: Tag{size: head}, fence: s[0], run: n, scanned: head}, v
}

// mayContainCalls reports whether a fence may contain calls, from the text after its marks, which names a language.
func mayContainCalls(line string) bool {
	language, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch strings.ToLower(language) {
	case "", "json", "jsonc", "json5", "jsonl", "python", "python3", "py", "xml", "yaml", "yml", "text", "txt", "plaintext", "plain",
		"tool", "tools", "tool_code", "tool_call", "tool_calls", "tool_use", "function", "functions", "function_call", "function_calls",
		"ptk", "ptk_call", "ptk_batch", "action", "react":
		return true
	}
	return false
}

// fenceEnd reports whether the line at the start of s closes a fence, and returns its length without the line break.
func fenceEnd(s string, fence byte, run int, final bool) (int, verdict) {
	i := skipIndent(s, 0)
	if i == len(s) {
		return 0, moreIf(!final && i < longestIndent)
	}
	n := 0
	for n < 2*longestRun && i+n < len(s) && s[i+n] == fence {
		n++
	}
	if n == 2*longestRun {
		return 0, no
	}
	if i+n == len(s) {
		if final && n >= run {
			return len(s), yes
		}
		return 0, moreIf(!final)
	}
	if n < run {
		return 0, no
	}
	end := skipIndent(s, i+n)
	if end == len(s) {
		if final {
			return end, yes
		}
		return 0, moreIf(end-i-n < longestIndent)
	}
	if s[end] == '\n' {
		return end, yes
	}
	return 0, no
}

func skipIndent(s string, i int) int {
	for most := i + longestIndent; i < len(s) && i < most && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'); {
		i++
	}
	return i
}
