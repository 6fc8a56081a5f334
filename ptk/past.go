package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
)

// ConversationInfo says what a conversation is.
type ConversationInfo = history.Info

// ConversationPage asks for some conversations.
type ConversationPage = history.Page

// PastTurn is one message of the user and all that came of it.
type PastTurn struct {
	ID          string
	Started     time.Time
	Message     string
	Attachments []chat.Attachment
	Mode        chat.Mode    // "" where none was named
	Events      []chat.Event // pieces of text merged
	Result      *chat.Result // nil while the turn runs, and where it was cut off
}

// conversations gives one page, newest first, and the cursor of the next, "" after the last.
func (s *transcripts) conversations(ctx context.Context, p ConversationPage) (infos []ConversationInfo, next string, err error) {
	infos, next, err = s.history.List(ctx, p)
	return infos, next, badCursor(err)
}

// conversation gives a conversation whole.
func (s *transcripts) conversation(ctx context.Context, id string) (ConversationInfo, []PastTurn, error) {
	info, past, _, err := s.turns(ctx, id, TurnPage{})
	return info, past, err
}

// TurnPage asks for some turns of a conversation, the newest.
type TurnPage = history.TurnPage

// turns gives a conversation with some of its turns; earlier is true where there are some before them. The error wraps
// [history.ErrNoTurn] where the page names a turn that there isn't.
func (s *transcripts) turns(ctx context.Context, id string, page TurnPage) (info ConversationInfo, past []PastTurn, earlier bool, err error) {
	if info, err = s.history.Info(ctx, id); err != nil {
		return info, nil, false, err
	}
	turns, earlier, err := s.history.Turns(ctx, id, page)
	if err != nil {
		return info, nil, false, err
	}
	for i, t := range turns {
		last := page.Before == "" && i == len(turns)-1
		p, err := pastTurn(t, id, info.Running && last)
		if err != nil {
			return info, nil, false, err
		}
		past = append(past, p)
	}
	return info, past, earlier, nil
}

// rename gives a conversation another title.
func (s *transcripts) rename(ctx context.Context, id, title string) error {
	title = strings.Join(strings.Fields(title), " ")
	if title == "" {
		return fmt.Errorf("%w: title: is empty", chat.ErrBadRequest)
	}
	return s.history.Rename(ctx, id, title)
}

// delete removes a conversation for good; [history.ErrBusy] where a turn of it runs.
func (s *transcripts) delete(ctx context.Context, id string) error {
	if err := s.history.Delete(ctx, id); err != nil {
		return err
	}
	s.forget(id)
	return nil
}

// fork copies a conversation up to and with a turn and gives the copy's id.
func (s *transcripts) fork(ctx context.Context, id, turnID string) (string, error) {
	return s.history.Fork(ctx, id, turnID)
}

// notices tells, once, what the user should know of the history, such as that its file was damaged.
func (s *transcripts) notices() []string { return s.history.Notices() }

func badCursor(err error) error {
	if errors.Is(err, history.ErrCursor) {
		return fmt.Errorf("%w: %w", chat.ErrBadRequest, err)
	}
	return err
}

func pastTurn(t history.Turn, conversationID string, running bool) (PastTurn, error) {
	r, err := restoredRequest(t.Request)
	if err != nil {
		return PastTurn{}, fmt.Errorf("reading turn %s: %w", t.ID, err)
	}
	p := PastTurn{ID: t.ID, Started: t.Started, Message: r.Message, Attachments: r.Attachments, Mode: r.Mode}
	events, err := eventsOf(t.Events)
	if err != nil {
		return p, fmt.Errorf("reading turn %s: %w", t.ID, err)
	}
	p.Events = merged(events, conversationID)
	switch {
	case t.Result != "":
		if p.Result, err = restoredChatResult(t.Result); err != nil {
			return p, fmt.Errorf("reading turn %s: %w", t.ID, err)
		}
		p.Result.ConversationID = conversationID // that of a copy is another
	case !running:
		p.Events = closed(p.Events)
	}
	return p, nil
}

// merged joins pieces of text that follow each other.
func merged(events []chat.Event, conversationID string) []chat.Event {
	out := []chat.Event{}
	for _, e := range events {
		var last chat.Event
		if len(out) > 0 {
			last = out[len(out)-1]
		}
		switch e := e.(type) {
		case chat.TurnStart:
			e.ConversationID = conversationID
			out = append(out, e)
			continue
		case chat.Text:
			if l, ok := last.(chat.Text); ok {
				out[len(out)-1] = chat.Text{Text: l.Text + e.Text}
				continue
			}
		case chat.Reasoning:
			if l, ok := last.(chat.Reasoning); ok {
				out[len(out)-1] = chat.Reasoning{Text: l.Text + e.Text}
				continue
			}
		}
		out = append(out, e)
	}
	return out
}
