package wire

import (
	"context"
	"errors"
	"strings"
	"time"

	"ptk-lsp/llm"
)

// listTime bounds the request for the names with which an error is explained.
const listTime = 3 * time.Second

// NameModels adds the closest names of existing models to an error about an unknown model; other errors stay as they are.
func NameModels(ctx context.Context, model string, err error, list func(context.Context) ([]llm.Model, error)) error {
	var unknown *llm.Error
	if !errors.As(err, &unknown) || unknown.Kind != llm.KindModel {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	models, listErr := list(ctx)
	if listErr != nil || len(models) == 0 {
		return err
	}
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.ID
	}
	unknown.Suggestion = "Choose an existing model, such as " + strings.Join(llm.ClosestNames(model, names, 5), ", ") + "."
	return unknown
}
