package ptk_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// picture returns a PNG with the given width.
func picture(t *testing.T, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func warnings(events []chat.Event) (codes []string) {
	for _, e := range events {
		if w, ok := e.(chat.Warning); ok {
			codes = append(codes, w.Code)
		}
	}
	return codes
}

// A model that accepts pictures gets those of the request, of attached files and of mentioned files, also in the next turn.
func TestPicturesReachTheModel(t *testing.T) {
	one, two, three := picture(t, 1), picture(t, 2), picture(t, 3)
	b := newBench(t, []string{"two.png", string(two), "three.png", string(three)}, llmtest.Always(llmtest.Say("seen")))
	b.models.route.Images = true
	r, events := b.chat(t, t.Context(), chat.Request{Message: "What is on @three.png?", Attachments: []chat.Attachment{
		{Name: "one.png", Data: one}, {Path: filepath.Join(b.dir, "two.png")},
	}})
	if !r.Success || warnings(events) != nil {
		t.Fatalf("%+v, warnings %v", r.Error, warnings(events))
	}
	b.chat(t, t.Context(), chat.Request{Message: "And now?", ConversationID: r.ConversationID})
	want := []llm.Image{{MIME: "image/png", Data: one}, {MIME: "image/png", Data: two}, {MIME: "image/png", Data: three}}
	for _, req := range b.server.Requests() {
		if diff := cmp.Diff(want, req.Messages[1].Images); diff != "" {
			t.Errorf("request %d (-want +got):\n%s", req.N, diff)
		}
	}
	if text := b.server.Requests()[0].Messages[1].Content; !strings.Contains(text, "Attached picture: one.png") {
		t.Errorf("the model does not get the names of the pictures: %s", text)
	}
}

func TestAModelReadsAPicture(t *testing.T) {
	for _, sees := range []bool{true, false} {
		one := picture(t, 1)
		b := newBench(t, []string{"one.png", string(one)}, llmtest.Say(call("read_file", `{"path":"one.png"}`)), llmtest.Say("seen"))
		b.models.route.Images = sees
		b.chat(t, t.Context(), chat.Request{Message: "What is on one.png?"})
		last := b.server.Requests()[1].Last()
		var want []llm.Image
		if sees {
			want = []llm.Image{{MIME: "image/png", Data: one}}
		}
		if d := cmp.Diff(want, last.Images); d != "" || strings.Contains(last.Content, "can't be shown") == sees {
			t.Errorf("sees %v: the model gets %q %s", sees, last.Content, d)
		}
	}
}

func TestModelWithoutImagesGetsANote(t *testing.T) {
	b := newBench(t, nil, llmtest.Say("sorry"))
	attached := []chat.Attachment{{Name: "a.png", Data: picture(t, 1)}}
	r, events := b.chat(t, t.Context(), chat.Request{Message: "What is this?", Attachments: attached})
	last := b.server.Requests()[0].Last()
	if !r.Success || last.Images != nil || !strings.Contains(last.Content, "can't be shown the picture") {
		t.Errorf("%+v, the model gets %+v", r.Error, last)
	}
	if diff := cmp.Diff([]string{"IMAGE_NOT_SUPPORTED"}, warnings(events)); diff != "" {
		t.Error(diff)
	}
}

func TestPicturesThatCanNotBeSentAreLeftOut(t *testing.T) {
	b := newBench(t, nil, llmtest.Say("fine"))
	b.models.route.Images = true
	large := append(picture(t, 1), make([]byte, chat.MaxImage)...)
	if err := os.WriteFile(filepath.Join(b.dir, "large.png"), large, 0o600); err != nil {
		t.Fatal(err)
	}
	some := append(picture(t, 1), make([]byte, 4500<<10)...)
	_, events := b.chat(t, t.Context(), chat.Request{Message: "Look.", Attachments: []chat.Attachment{
		{Path: filepath.Join(b.dir, "large.png")}, {Name: "a", Data: some}, {Name: "b", Data: some}, {Name: "c", Data: some},
	}})
	if n := len(b.server.Requests()[0].Last().Images); n != 2 {
		t.Errorf("%d pictures were sent", n)
	}
	if diff := cmp.Diff([]string{"attachment", "attachment"}, warnings(events)); diff != "" {
		t.Error(diff)
	}
}
