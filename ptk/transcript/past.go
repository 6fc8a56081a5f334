package transcript

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/history"
)

// Info describes a conversation.
type Info = history.Info

// Page selects some conversations of a list.
type Page = history.Page

// Turn is a message of the user with the answer to it.
type Turn struct {
	ID          string
	Started     time.Time
	Request     chat.Request // with the fields that follow
	Message     string
	Attachments []chat.Attachment
	Mode        chat.Mode    // "" if the request named none
	Events      []chat.Event // pieces of text merged
	Result      *chat.Result // nil while the turn runs, and if it was cut off
}

// List returns one page, newest first, and the cursor of the next, "" after the last.
func (s *Store) List(ctx context.Context, p Page) (infos []Info, next string, err error) {
	infos, next, err = s.history.List(ctx, p)
	return infos, next, badCursor(err)
}

// Get returns a conversation with all its turns.
func (s *Store) Get(ctx context.Context, id string) (Info, []Turn, error) {
	info, past, _, err := s.Turns(ctx, id, TurnPage{})
	return info, past, err
}

// TurnPage selects some turns of a conversation, the newest if it names no other.
type TurnPage = history.TurnPage

// Turns returns a conversation with some of its turns, and whether there are earlier ones. The error wraps [history.ErrNoTurn]
// if the page names a turn that does not exist.
func (s *Store) Turns(ctx context.Context, id string, page TurnPage) (info Info, past []Turn, earlier bool, err error) {
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

// Rename changes the title of a conversation.
func (s *Store) Rename(ctx context.Context, id, title string) error {
	title = clip.OneLine(title)
	if title == "" {
		return fmt.Errorf("%w: title: is empty", chat.ErrBadRequest)
	}
	return s.history.Rename(ctx, id, title)
}

// Retitle renames a conversation that still has the old title. It does nothing if the conversation has another one or is gone.
func (s *Store) Retitle(ctx context.Context, id, old, title string) error {
	info, err := s.history.Info(ctx, id)
	if err != nil || info.Title != old {
		return nil //nolint:nilerr // the conversation is gone, or the next write reports the error
	}
	if err := s.history.Rename(ctx, id, title); err != nil && !errors.Is(err, history.ErrUnknown) {
		return err
	}
	return nil
}

// Delete removes a conversation for good. It returns [history.ErrBusy] if a turn of it runs.
func (s *Store) Delete(ctx context.Context, id string) error {
	if err := s.history.Delete(ctx, id); err != nil {
		return err
	}
	s.forget(id)
	return nil
}

// Fork copies a conversation up to and with a turn and returns the id of the copy.
func (s *Store) Fork(ctx context.Context, id, turnID string) (string, error) {
	return s.history.Fork(ctx, id, turnID)
}

// Notices returns, once, what the user should know about the history, such as that its file was damaged.
func (s *Store) Notices() []string { return s.history.Notices() }

func badCursor(err error) error {
	if errors.Is(err, history.ErrCursor) {
		return fmt.Errorf("%w: %w", chat.ErrBadRequest, err)
	}
	return err
}

func pastTurn(t history.Turn, conversationID string, running bool) (Turn, error) {
	r, err := restoredRequest(t.Request)
	if err != nil {
		return Turn{}, fmt.Errorf("reading turn %s: %w", t.ID, err)
	}
	p := Turn{ID: t.ID, Started: t.Started, Request: r, Message: r.Message, Attachments: r.Attachments, Mode: r.Mode}
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
		p.Result.ConversationID = conversationID // a copy has another than its original
	case !running:
		p.Events = closed(p.Events)
	}
	return p, nil
}

// merged joins adjacent pieces of text.
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
		case chat.Iteration, chat.ToolCallStart, chat.ToolOutput, chat.ToolResult, chat.Plan, chat.Retry, chat.UserMessage,
			chat.UsageUpdate, chat.Warning:
		}
		out = append(out, e)
	}
	return out
}
