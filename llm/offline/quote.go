package offline

import (
	"fmt"
	"path"
	"strings"
)

// maxQuote is the number of lines that are quoted at a time.
const maxQuote = 60

// fenceNames are the names of languages for fenced blocks, if different from the file's extension.
var fenceNames = map[string]string{
	"mod": "text", "mjs": "js", "cjs": "js", "tsx": "tsx", "h": "c", "hpp": "cpp", "cc": "cpp", "yml": "yaml", "py": "python", "rs": "rust",
	"rb": "ruby", "sh": "bash", "kt": "kotlin", "txt": "text",
}

// tagLike matches what could be mistaken for a call or a result in an answer.
var tagLike = lazily(`(?i)[<\[]\s*/?\s*(?:ptk|tool|function|invoke)|(?m)^\s*(?:PTK|TOOL)_(?:RESULT|ERROR)\b`)

// quote writes lines of a file as a fenced block after their place.
func (o *output) quote(s source, from, to int) {
	from, to = max(from, s.first), min(to, s.last())
	if from > to {
		return
	}
	left := 0
	if to-from >= maxQuote {
		left = to - from - maxQuote + 1
		to = from + maxQuote - 1
	}
	text := strings.Join(s.lines[from-s.first:to-s.first+1], "\n")
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(&o.text, "%s\n%s%s\n%s\n%s\n\n", place(s.path, from, to), fence, fenceName(s.path), text, fence)
	if left > 0 {
		o.writef("(%d more lines up to line %d.)", "(Còn %d dòng nữa, tới dòng %d.)", left, to+left)
	}
	if tagLike().MatchString(text) {
		o.writef("(The tags above are part of the quotation.)", "(Các thẻ ở trên chỉ là trích dẫn.)")
	}
}

// place returns the reference to a line or a range.
func place(file string, from, to int) string {
	if from == to {
		return fmt.Sprintf("`%s:%d`", file, from)
	}
	return fmt.Sprintf("`%s:%d-%d`", file, from, to)
}

func fenceName(file string) string {
	extension := strings.TrimPrefix(path.Ext(file), ".")
	if name, ok := fenceNames[extension]; ok {
		return name
	}
	return extension
}

// item writes a line of a list: a place and its text.
func (o *output) item(m match) {
	text := strings.TrimSpace(m.Text)
	if runes := []rune(text); len(runes) > 160 {
		text = string(runes[:160]) + "…"
	}
	fmt.Fprintf(&o.text, "- %s — %s\n", place(o.display(m.Path), m.Line, m.Line), inlineCode(text))
}

// inlineCode formats text as inline code, whatever backquotes it contains.
func inlineCode(text string) string {
	if text == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// closing says what this provider is, after a question that a language model would answer better.
func (o *output) closing() {
	o.writef("_These are search results: I am `offline/search`, not a language model. For a written answer set up a model: "+
		"set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GROQ_API_KEY, or run Ollama (OLLAMA_HOST), and see `ptk-lsp models`._",
		"_Đây là kết quả tìm kiếm; tôi là `offline/search`, không phải mô hình ngôn ngữ. Để có câu trả lời đầy đủ, hãy đặt "+
			"OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY hoặc GROQ_API_KEY, hay chạy Ollama (OLLAMA_HOST), rồi xem `ptk-lsp models`._")
}

// cannotAnswer is the answer if no intent has one.
func (o *output) cannotAnswer() {
	o.writef("I can't answer that: I am `offline/search`, which searches and quotes this workspace, not a language model.",
		"Tôi không trả lời được câu này: tôi là `offline/search`, chỉ tìm và trích dẫn trong workspace, không phải mô hình ngôn ngữ.")
	o.abilities()
}

// abilities lists what can be asked and how to set up a model.
func (o *output) abilities() {
	o.writef("You can ask, for example:\n\n"+
		"- `Read package.json and tell me the version`\n- `Show lines 10-20 of main.go`\n- `Where is Server defined?` or `Who calls Close?`\n"+
		"- `How many .go files are there?`\n- `Find \"connection refused\"`\n- `Which errors are there?`\n- `How does the parser work?`\n"+
		"- `What is this project?`",
		"Bạn có thể hỏi, ví dụ:\n\n"+
			"- `Đọc package.json và cho biết phiên bản`\n- `Hiện dòng 10-20 của main.go`\n- `Server được định nghĩa ở đâu?`\n"+
			"- `Có bao nhiêu tệp .go?`\n- `Tìm \"connection refused\"`\n- `Có lỗi nào không?`\n- `Dự án này là gì?`")
	o.writef("For written answers and code, set up a model: set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GROQ_API_KEY, "+
		"or run Ollama (OLLAMA_HOST); `ptk-lsp models` lists what is available.",
		"Để được trả lời bằng lời và viết mã, hãy đặt OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY hoặc GROQ_API_KEY, "+
			"hay chạy Ollama (OLLAMA_HOST); `ptk-lsp models` cho biết đã tìm thấy gì.")
}
