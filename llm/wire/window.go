package wire

import (
	"regexp"
	"strconv"

	"ptk-lsp/llm"
)

// The sentences in which servers refuse a request as too large, with the size of the request and the window of the model.
var windowSentences = []*regexp.Regexp{
	// llama.cpp
	regexp.MustCompile(`request \((?P<prompt>\d+) tokens\) exceeds the available context size \((?P<window>\d+) tokens\)`),
	// OpenAI and what imitates it
	regexp.MustCompile(`maximum context length is (?P<window>\d+) tokens.*?(?:resulted in|you requested) (?P<prompt>\d+) tokens`),
	regexp.MustCompile(`maximum context length is (?P<window>\d+) tokens`),
	// Anthropic
	regexp.MustCompile(`prompt is too long: (?P<prompt>\d+) tokens > (?P<window>\d+) maximum`),
	// Gemini
	regexp.MustCompile(`input token count \(?(?P<prompt>\d+)\)? exceeds the maximum number of tokens allowed \(?(?P<window>\d+)`),
	// LM Studio
	regexp.MustCompile(`context (?:length|size|window) of (?:only )?(?P<window>\d+) tokens`),
}

// addWindow adds to the error of a request that was refused as too large what the server says about the model's window.
func addWindow(err *llm.Error, r refused) {
	if err.Kind != llm.KindOverflow {
		return
	}
	err.Window, err.Prompt = r.Window, r.Prompt
	for _, s := range windowSentences {
		if err.Window > 0 {
			break
		}
		if found := s.FindStringSubmatch(r.Message); found != nil {
			err.Window, _ = strconv.Atoi(found[s.SubexpIndex("window")])
			if i := s.SubexpIndex("prompt"); i > 0 {
				err.Prompt, _ = strconv.Atoi(found[i])
			}
		}
	}
	const least, most = 256, 100_000_000 // tokens; other numbers are something else
	if err.Window < least || err.Window > most || err.Prompt > most || err.Prompt < 0 {
		err.Window, err.Prompt = 0, 0
	}
}
