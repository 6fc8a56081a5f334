package tiny

import (
	"cmp"

	_ "embed"

	"ptk-lsp/test/llama/gguf"
)

// template is a chat template in the manner of Qwen: ChatML, with tools in the system message and calls in <tool_call> tags.
//
//go:embed template.jinja
var template string

const meanPooling = 1

// metadata returns what the file says about the model.
func metadata(o Options, v *vocabulary) []gguf.Field {
	fields := []gguf.Field{
		{Key: "general.architecture", Value: "llama"},
		{Key: "general.name", Value: o.Name},
		{Key: "llama.context_length", Value: uint32(cmp.Or(o.Window, 32768))},
		{Key: "llama.embedding_length", Value: uint32(width)},
		{Key: "llama.block_count", Value: uint32(1 + o.Layers)},
		{Key: "llama.feed_forward_length", Value: uint32(hidden)},
		{Key: "llama.attention.head_count", Value: uint32(heads)},
		{Key: "llama.attention.head_count_kv", Value: uint32(heads)},
		{Key: "llama.attention.layer_norm_rms_epsilon", Value: float32(1e-9)},
		{Key: "llama.rope.dimension_count", Value: uint32(headWidth)},
		{Key: "llama.rope.freq_base", Value: float32(ropeBase)},
		{Key: "llama.vocab_size", Value: uint32(len(v.tokens))},
		{Key: "tokenizer.ggml.model", Value: "gpt2"},
		{Key: "tokenizer.ggml.pre", Value: "qwen2"},
		{Key: "tokenizer.ggml.tokens", Value: v.tokens},
		{Key: "tokenizer.ggml.token_type", Value: v.kinds},
		{Key: "tokenizer.ggml.merges", Value: v.merges},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(v.start)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(v.end)},
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(v.start)},
		{Key: "tokenizer.ggml.add_bos_token", Value: false},
		{Key: "tokenizer.chat_template", Value: template},
	}
	if o.Mean {
		fields = append(fields, gguf.Field{Key: "llama.pooling_type", Value: uint32(meanPooling)})
	}
	return fields
}
