package transcript

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/record"
)

// Spent is what one model took in one conversation on one day.
type Spent struct {
	Day            string // such as 2026-11-22, in the local time zone
	Model          string // "provider/model"
	ConversationID string
	Title          string
	Turns          int
	chat.Usage
}

// Spent returns what was spent, the last day first. A turn that is in several copies of a conversation counts once.
func (s *Store) Spent(ctx context.Context) ([]Spent, error) {
	type key struct{ day, model, id string }
	rows := map[key]*Spent{}
	paths := []string{
		record.PathModel, record.PathInputTokens, record.PathOutputTokens, record.PathCachedTokens, record.PathEstimated,
		record.PathCostUSD, record.PathCostEstimated,
	}
	err := s.history.Spent(ctx, paths, func(id, title string, started time.Time, v []any) {
		model, _ := v[0].(string)
		k := key{started.Local().Format(time.DateOnly), model, id}
		row := rows[k]
		if row == nil {
			row = &Spent{Day: k.day, Model: model, ConversationID: id, Title: title}
			rows[k] = row
		}
		row.add(v[1:])
	})
	var all []Spent
	for _, row := range rows {
		all = append(all, *row)
	}
	slices.SortFunc(all, func(a, b Spent) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ConversationID, b.ConversationID),
			cmp.Compare(a.Model, b.Model))
	})
	return all, err
}

// add adds the figures of a turn.
func (s *Spent) add(v []any) {
	s.Turns++
	s.InputTokens += int(number(v[0]))
	s.OutputTokens += int(number(v[1]))
	s.CachedTokens += int(number(v[2]))
	s.Estimated = s.Estimated || number(v[3]) != 0
	if cost, ok := v[4].(float64); ok {
		s.CostUSD += cost
	}
	s.CostEstimated = s.CostEstimated || number(v[5]) != 0
}
