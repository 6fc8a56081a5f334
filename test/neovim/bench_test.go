package neovim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// BenchmarkStreaming streams an answer of 20,000 tokens into the chat, at 5,000 tokens per second or as fast as possible, in a
// Neovim with a UI. It measures how fast Neovim responds to a request meanwhile, as to a key, and while it is idle.
func BenchmarkStreaming(b *testing.B) {
	for _, pause := range []time.Duration{4 * time.Millisecond, 0} {
		benchmarkStreaming(b, pause)
	}
}

// benchmarkStreaming lets the model pause after every 20 tokens.
func benchmarkStreaming(b *testing.B, pause time.Duration) {
	for _, bed := range beds(b) {
		b.Run(fmt.Sprintf("%s/pause=%v", bed.series, pause), func(b *testing.B) {
			const tokens = 20_000
			var text strings.Builder
			for i := 0; text.Len() < 4*tokens; i++ {
				fmt.Fprintf(&text, "Line %d says **something** of `tea.go` and the pot.\n", i)
				if i%20 == 0 {
					text.WriteString("\n```go\nfunc Fill(pot *Pot) error {\n\treturn pot.Fill(0.8)\n}\n```\n\n")
				}
			}
			pieces := llmtest.Pieces(text.String(), 4)
			var steps []llmtest.Step
			for i, piece := range pieces {
				steps = append(steps, llmtest.Text(piece))
				if i%20 == 0 && pause > 0 {
					steps = append(steps, llmtest.Pause(pause))
				}
			}
			steps = append(steps, llmtest.Text("The end."))
			for range b.N {
				h := newHome(b, llmtest.New(b, llmtest.Say("Ready."), llmtest.Stream(steps...)), map[string]string{"tea.txt": "tea\n"})
				e := edit(b, bed, h, "tea.txt")
				if err := e.nvim.RegisterHandler("redraw", func(...any) {}); err != nil {
					b.Fatal(err)
				}
				if err := e.nvim.AttachUI(120, 40, map[string]any{"ext_linegrid": true}); err != nil {
					b.Fatal(err)
				}
				e.ask("Ready?", "Ready.")
				idle := e.latencies(func() bool { return false }, 500*time.Millisecond)
				e.command("PtkAsk All of it.")
				begin := time.Now()
				busy := e.latencies(func() bool {
					return lua[bool](e, `local last = vim.api.nvim_buf_get_lines(vim.fn.bufnr('ptk://chat'), -8, -1, false)
						return table.concat(last, '\n'):find('The end.', 1, true) ~= nil`)
				}, patience)
				took := time.Since(begin)
				b.ReportMetric(float64(len(pieces))/took.Seconds(), "tokens/s")
				for name, of := range map[string][]time.Duration{"idle": idle, "busy": busy} {
					slices.Sort(of)
					b.ReportMetric(of[len(of)/2].Seconds()*1000, name+"-p50-ms")
					b.ReportMetric(of[len(of)*99/100].Seconds()*1000, name+"-p99-ms")
					b.ReportMetric(of[len(of)-1].Seconds()*1000, name+"-max-ms")
				}
			}
		})
	}
}

// latencies returns how long each of many requests to Neovim takes, until done returns true or the time is over.
func (e *editor) latencies(done func() bool, most time.Duration) (all []time.Duration) {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(time.Millisecond) {
		begin := time.Now()
		if _, err := e.nvim.BufferLineCount(0); err != nil {
			e.t.Fatal(err)
		}
		all = append(all, time.Since(begin))
		if len(all)%20 == 0 && done() {
			return all
		}
	}
	return all
}

// BenchmarkLoad measures how long Neovim takes to load the plugin file, compared with an empty file.
func BenchmarkLoad(b *testing.B) {
	for _, bed := range beds(b) {
		b.Run(bed.series, func(b *testing.B) {
			h := newHome(b, nil, map[string]string{"tea.txt": "tea\n", "../empty.lua": ""})
			h.write(b, "../init.lua", "")
			e := edit(b, bed, h, "tea.txt")
			for range b.N {
				for name, file := range map[string]string{"plugin-ms": plugin() + "/plugin/ptk.lua", "empty-ms": h.dir + "/empty.lua"} {
					ms := lua[float64](e, `local all = {}
						vim.opt.rtp:prepend(select(2, ...))
						for i = 1, 200 do
							vim.g.loaded_ptk = nil
							local begin = vim.uv.hrtime()
							dofile((...))
							all[i] = (vim.uv.hrtime() - begin) / 1e6
						end
						table.sort(all)
						return all[100]`, file, plugin())
					b.ReportMetric(ms, name)
				}
			}
		})
	}
}
