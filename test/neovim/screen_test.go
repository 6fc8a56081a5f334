package neovim

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
)

var update = flag.Bool("update", false, "rewrite testdata/screens")

// screen is a Neovim in a terminal.
type screen struct {
	t      *testing.T
	h      home
	socket string
}

// show starts a Neovim on a file of the workspace, in a terminal of that many columns and 24 lines.
func show(t *testing.T, b bed, h home, file string, columns int) *screen {
	t.Helper()
	s := &screen{t, h, filepath.Join(h.dir, "tmux")}
	command := exec.Command("tmux", "-S", s.socket, "-f", os.DevNull, "new-session", "-d", "-x", strconv.Itoa(columns), "-y", "24",
		b.nvim+" -u "+h.dir+"/init.lua --cmd 'set noruler laststatus=2 statusline=%f' "+file)
	command.Dir, command.Env = h.workspace, h.env
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("tmux, which test/beds/neovim.sh installs: %v\n%s", err, out)
	}
	t.Cleanup(s.quit)
	s.until(file)
	return s
}

// quit ends Neovim with :qall! and waits until its terminal has ended.
func (s *screen) quit() {
	s.keys("Escape", ":qall!", "Enter")
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if exec.Command("tmux", "-S", s.socket, "has-session").Run() != nil {
			return
		}
	}
	s.t.Errorf("Neovim does not quit:\n%s", s.now())
	s.tmux("kill-server")
}

func (s *screen) tmux(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// keys types keys by their tmux names, such as "Enter"; other text is typed literally.
func (s *screen) keys(keys ...string) {
	s.t.Helper()
	s.tmux(append([]string{"send-keys"}, keys...)...)
}

// now returns the text on the screen.
func (s *screen) now() string {
	s.t.Helper()
	return s.tmux("capture-pane", "-p")
}

// until waits until the screen shows the text.
func (s *screen) until(text string) {
	s.t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(s.now(), text); {
		if time.Now().After(end) {
			s.t.Fatalf("not on the screen: %q\n%s", text, s.now())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// durations differ from run to run; they are replaced by "· TIME", with the blanks up to a border, also if a narrow window cuts them
// off.
var durations = regexp.MustCompile(`· \d+ m(?:s|\b)|· \d+\.\d s`)

// bordered is a duration in a float.
var bordered = regexp.MustCompile(`· TIME +│`)

// moments are the dates of conversations.
var moments = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d`)

// versions are those of Go and Neovim.
var versions = regexp.MustCompile(`go1\.\d+(\.\d+)?|Neovim \d+\.\d+\.\d+`)

// local are models of local servers, which a developer may run.
var local = regexp.MustCompile(`\b(ollama|lm-studio)/.*`)

// masked replaces what differs from run to run.
func (s *screen) masked(text string) string {
	text = strings.NewReplacer(serverPath, "PTK-LSP", s.h.dir, "HOME", repository(), "REPOSITORY").Replace(text)
	text = bordered.ReplaceAllString(durations.ReplaceAllString(text, "· TIME"), "· TIME │")
	text = moments.ReplaceAllString(text, "YYYY-MM-DD HH:MM")
	return local.ReplaceAllString(versions.ReplaceAllString(text, "VERSION"), "$1/…")
}

// matches compares the screen with testdata once it no longer changes.
func (s *screen) matches(name string) {
	s.t.Helper()
	s.settle()
	var lines []string
	for line := range strings.Lines(s.masked(s.now())) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	compareScreen(s.t, name, strings.TrimRight(strings.Join(lines, "\n"), "\n")+"\n")
}

// compareScreen compares a text with a file of testdata/screens.
func compareScreen(t *testing.T, name, got string) {
	t.Helper()
	golden := filepath.Join("testdata", "screens", name+".txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s\n%s", golden, diff, got)
	}
}

// settle waits until two captures in a row are equal.
func (s *screen) settle() {
	s.t.Helper()
	last := s.now()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		time.Sleep(150 * time.Millisecond)
		now := s.now()
		if now == last {
			return
		}
		last = now
	}
	s.t.Fatalf("the screen keeps changing:\n%s", last)
}

func TestScreens(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("I look at the file first.\n"), llmtest.Gate(open),
				llmtest.Text(call("read_file", `{"path": "tea.go"}`))),
			llmtest.Say(call("edit_file", `{"path": "tea.go", "old_string": "\"shelf\"", "new_string": "\"roof\""}`)),
			llmtest.Say("The teapot is on the **roof** now:\n\n```go\nconst Place = \"roof\"\n```\n\n- it was on the shelf\n- nothing else changed"),
			llmtest.Fail(401, `{"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}}`))
		h := newHome(t, model, map[string]string{"tea.go": "package tea\n\n// Place is where the teapot is.\nconst Place = \"shelf\"\n"})
		s := show(t, b, h, "tea.go", 90)

		s.keys(":Ptk", "Enter")
		s.until("ready")
		s.matches("open")

		s.keys("i", "Put the teapot on the roof.", "Escape", "Enter")
		s.until("I look at")
		s.matches("streaming")

		close(open)
		s.until("allow once")
		s.matches("approve")

		s.keys("a")
		s.until("nothing else changed")
		s.until("ready")
		s.matches("answer")

		s.keys("zR", "gg")
		s.matches("unfolded")

		s.keys("zM", "G", "i", "And back.", "Escape", "Enter")
		s.until("Incorrect API key")
		s.until("ready")
		s.matches("error")
	})
}

func TestScreensOfTheRest(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		plan := call("update_plan", `{"entries": [{"content": "Boil the water", "priority": "high", "status": "pending"}, `+
			`{"content": "Fill the pot", "priority": "medium", "status": "pending"}]}`)
		old := "package tea\n\nconst Place = \"shelf\"\n\nvar a, b, c, d, e, f int\n\n" +
			"var g, h, i, j int\n\n// Colour is that of the pot.\nconst Colour = \"red\"\n"
		model := llmtest.New(t, llmtest.Say(plan), llmtest.Say("Shall I?"),
			llmtest.Say(call("read_file", `{"path": "tea.go"}`)),
			llmtest.Say(call("edit_file", `{"path": "tea.go", "edits": [{"old_string": "shelf", "new_string": "roof"}, `+
				`{"old_string": "red", "new_string": "blue"}]}`)),
			llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.go": old, "kitchen/teapot.go": "package kitchen\n"})
		s := show(t, b, h, "tea.go", 90)

		s.keys(":Ptk mode plan", "Enter", ":Ptk", "Enter")
		s.until("ready")
		s.keys("i", "What is in @teap")
		s.until("kitchen/teapot.go ")
		s.matches("completion")
		s.keys("C-e", "Escape", "c", "c", "Make tea.", "Escape", "Enter")
		s.until("Shall I?")
		s.until("ready")
		s.keys("z", "R")
		s.matches("plan")

		s.keys(":Ptk plan edit", "Enter")
		s.until("takes the plan")
		s.matches("plan-edit")
		s.keys("Enter")
		s.until("skip part")
		s.keys("/roof", "Enter", "x")
		s.until("left out")
		s.matches("parts")
		s.keys("a")
		s.until("Done.")
		s.until("ready")

		s.keys(":Ptk history", "Enter")
		s.until("delete")
		s.matches("history")
		s.keys("q", "F1")
		s.until("keys of the chat")
		s.matches("keys")
		s.keys("q")
	})
}

// On a narrow screen no message waits for a key, the chat has half of the screen, and a tool call fits in one line.
func TestNarrowScreen(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.go"}`)),
			llmtest.Say(call("edit_file", `{"path": "tea.go", "old_string": "\"shelf\"", "new_string": "\"roof of the house\""}`)),
			llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.go": "package tea\n\nconst Place = \"shelf\"\n\nvar a, b int\n"})
		s := show(t, b, h, "tea.go", 64)
		s.keys(":set cmdheight=0 laststatus=3", "Enter", ":Ptk", "Enter")
		s.until("ready")
		s.keys("i", "To the roof.", "C-s")
		s.until("a once")
		s.matches("narrow-approve")
		s.keys("q")
		s.until("waits for you")
		s.matches("narrow-waits")
		s.keys(":Ptk approve", "Enter")
		s.until("a once")
		s.keys("a")
		s.until("Done.")
		s.until("ready")
		s.keys(":Ptk undo", "Enter")
		s.until("> “To the roof.”")
		s.keys(":Ptk history", "Enter")
		s.until("delete")
		s.matches("narrow-history")
		s.keys("q")
	})
}

func TestReadmeShowsTheScreen(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(plugin(), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.ReadFile(filepath.Join("testdata", "screens", "approve.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), string(screen)) {
		t.Errorf("README.md does not hold testdata/screens/approve.txt; it would be:\n%s", screen)
	}
}
