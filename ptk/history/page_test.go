package history_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"ptk-lsp/ptk/history"
)

func TestALongConversationIsReadInPages(t *testing.T) {
	s := newStore(t, file(t))
	id := ""
	for i := range 7 {
		id = say(t, s, id, fmt.Sprint("t", i), "q", "a")
		say(t, s, "", "other", "q", "a")
	}
	for _, c := range []struct {
		page history.TurnPage
		want string
	}{
		{history.TurnPage{Limit: 3}, "[t4 t5 t6] true"},
		{history.TurnPage{Limit: 3, Before: "t4"}, "[t1 t2 t3] true"},
		{history.TurnPage{Limit: 3, Before: "t1"}, "[t0] false"},
		{history.TurnPage{Limit: 3, Before: "t0"}, "[] false"},
		{history.TurnPage{Limit: 7}, "[t0 t1 t2 t3 t4 t5 t6] false"},
		{history.TurnPage{Before: "t2"}, "[t0 t1] false"},
	} {
		turns, earlier, err := s.Turns(t.Context(), id, c.page)
		must(t, err)
		names := []string{}
		for _, turn := range turns {
			names = append(names, turn.ID)
		}
		if got := fmt.Sprint(names, earlier); got != c.want {
			t.Errorf("%+v: %s, want %s", c.page, got, c.want)
		}
	}
	if _, _, err := s.Turns(t.Context(), id, history.TurnPage{Before: "other"}); !errors.Is(err, history.ErrNoTurn) {
		t.Errorf("a turn of another conversation: %v", err)
	}
}

func TestSearchListsTitlesFirst(t *testing.T) {
	s := newStore(t, file(t))
	for i := range 3 {
		say(t, s, "", fmt.Sprint("a", i), fmt.Sprintf("the parser %d", i), "x")
		time.Sleep(2 * time.Millisecond)
	}
	for i := range 3 {
		say(t, s, "", fmt.Sprint("b", i), fmt.Sprintf("something else %d", i), "that is in the parser")
		time.Sleep(2 * time.Millisecond)
	}
	page := history.Page{Query: "parser", Limit: 2}
	got := ""
	for {
		infos, next, err := s.List(t.Context(), page)
		must(t, err)
		for _, i := range infos {
			got += i.Title + ","
		}
		if page.Cursor = next; next == "" {
			break
		}
	}
	if want := "the parser 2,the parser 1,the parser 0,something else 2,something else 1,something else 0,"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
