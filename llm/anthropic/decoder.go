package anthropic

import (
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
	"ptk-lsp/llm/wire"
)

// event is any event of a stream; Type decides which fields it has.
type event struct {
	Type    string `json:"type"`
	Index   int    `json:"index"`
	Message struct {
		Usage usage `json:"usage"`
	} `json:"message"`
	Block struct {
		Type string `json:"type"`
		Text string `json:"text"`
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"content_block"`
	Delta struct {
		Type        string `json:"type"`
		Text        string `json:"text"`
		Thinking    string `json:"thinking"`
		PartialJSON string `json:"partial_json"`
		StopReason  string `json:"stop_reason"`
	} `json:"delta"`
	Usage usage `json:"usage"`
}

type usage struct {
	Input         wire.Count `json:"input_tokens"` // without those of the cache
	CacheCreation wire.Count `json:"cache_creation_input_tokens"`
	CacheRead     wire.Count `json:"cache_read_input_tokens"`
	Output        wire.Count `json:"output_tokens"`
}

// decoder reads the events of one answer.
type decoder struct {
	endpoint *wire.Endpoint
	text     wire.Frame
	calls    map[int]int // our index of a call by the block's
}

// Take satisfies [wire.Decoder].
func (d *decoder) Take(a *wire.Answer, ev sse.Event) (done bool, err error) {
	if text, ok := d.text.Text(a.Text, ev.Data); ok {
		a.Text = text
		return false, nil
	}
	var e event
	if json.Unmarshal(ev.Data, &e) != nil || e.Type == "error" || string(ev.Name) == "error" {
		return false, d.endpoint.Midstream(ev.Data)
	}
	switch e.Type {
	case "message_start":
		a.Usage = e.Message.Usage.add(nil)
	case "content_block_start":
		return false, d.begin(a, e)
	case "content_block_delta":
		return false, d.grow(a, e, ev.Data)
	case "message_delta":
		a.Usage = e.Usage.add(a.Usage)
		a.Finish = finishOf(e.Delta.StopReason)
	case "message_stop":
		return true, nil
	}
	return false, nil
}

// begin handles the beginning of a block, which holds the name of a call.
func (d *decoder) begin(a *wire.Answer, e event) error {
	if e.Block.Type != "tool_use" {
		a.Text = append(a.Text, e.Block.Text...)
		return nil
	}
	if d.calls == nil {
		d.calls = map[int]int{}
	}
	d.calls[e.Index] = len(d.calls)
	return a.Emit(llm.Delta{ToolCalls: []llm.ToolCall{{Index: d.calls[e.Index], ID: e.Block.ID, Name: e.Block.Name}}})
}

// grow handles a piece of a block.
func (d *decoder) grow(a *wire.Answer, e event, data []byte) error {
	switch {
	case e.Delta.Text != "":
		d.text.Learn(data, e.Delta.Text)
		a.Text = append(a.Text, e.Delta.Text...)
	case e.Delta.Thinking != "":
		return a.Emit(llm.Delta{Reasoning: e.Delta.Thinking})
	case e.Delta.PartialJSON != "":
		if index, ok := d.calls[e.Index]; ok {
			return a.Emit(llm.Delta{ToolCalls: []llm.ToolCall{{Index: index, Arguments: e.Delta.PartialJSON}}})
		}
	}
	return nil
}

// add merges a usage with the one before, whose input counts stay if the later one has none.
func (u usage) add(before *llm.Usage) *llm.Usage {
	out := llm.Usage{}
	if before != nil {
		out = *before
	}
	if input := u.Input + u.CacheCreation + u.CacheRead; input > 0 {
		out.InputTokens, out.CachedTokens, out.WrittenTokens = int(input), int(u.CacheRead), int(u.CacheCreation)
	}
	out.OutputTokens = max(out.OutputTokens, int(u.Output))
	return &out
}

func finishOf(reason string) llm.Finish {
	switch reason {
	case "":
		return ""
	case "max_tokens", "model_context_window_exceeded":
		return llm.FinishLength
	case "tool_use":
		return llm.FinishTools
	case "refusal":
		return llm.FinishFilter
	}
	return llm.FinishStop
}
