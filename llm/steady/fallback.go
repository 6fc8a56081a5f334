package steady

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"ptk-lsp/llm"
)

// Choice is a model that can take over.
type Choice struct {
	// Name is what the user calls it, "provider/model".
	Name     string
	Provider llm.Provider
	// Model is the provider's own name of it.
	Model string
}

// Fallback asks the first choice, and where that fails in a way that another may not, the others in turn. It yields a
// delta with Retry before each, which voids what came before. All choices get the same messages and tools, so they must
// call tools the same way, natively or in text.
func Fallback(first Choice, others ...Choice) llm.Provider {
	return &fallback{first.Provider, append([]Choice{first}, others...)}
}

type fallback struct {
	llm.Provider // the first one's, for its models
	choices      []Choice
}

func (f *fallback) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for i, c := range f.choices {
			r.Model = c.Model
			err := forward(c.Provider.Stream(ctx, r), yield)
			if err == nil || err == errLeft {
				return
			}
			if i == len(f.choices)-1 || ctx.Err() != nil || !othersMayDo(err) {
				yield(llm.Delta{}, err)
				return
			}
			next := fmt.Sprintf("%s failed: %s; going on with %s", c.Name, reason(err), f.choices[i+1].Name)
			if !yield(llm.Delta{Retry: &llm.Retry{Attempt: i + 1, Reason: next}}, nil) {
				return
			}
		}
	}
}

// othersMayDo is false where the request itself is at fault.
func othersMayDo(err error) bool {
	var failed *llm.Error
	return errors.As(err, &failed) && failed.Kind != llm.KindRequest && failed.Kind != llm.KindOverflow
}
