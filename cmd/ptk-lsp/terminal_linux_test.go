package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/llm/llmtest"
)

// person is a user at a terminal in which ptk-lsp runs.
type person struct {
	t      *testing.T
	dir    string
	home   string
	server *llmtest.Server
	tty    *os.File // the person's side
	ended  chan struct{}
	cmd    *exec.Cmd

	mu   sync.Mutex // guards what follows
	seen string
	from int // the end of what sees has found
}

// sitDown starts a chat of a folder with a scripted model.
func sitDown(t *testing.T, args []string, script ...llmtest.Reply) *person {
	t.Helper()
	p := &person{t: t, dir: t.TempDir(), home: t.TempDir(), server: llmtest.New(t, script...)}
	p.starts(append([]string{"chat", "-C", p.dir, "-m", "openai/test-model"}, args...)...)
	return p
}

// starts runs the program at a terminal of its own.
func (p *person) starts(args ...string) {
	t := p.t
	t.Helper()
	p.ended = make(chan struct{})
	tty, screen := openPTY(t)
	p.tty = tty
	p.cmd = exec.Command("ptk-lsp", args...)
	p.cmd.Env = append(os.Environ(), "OPENAI_BASE_URL="+p.server.URL, "OPENAI_API_KEY=k", "HOME="+p.home, "XDG_CONFIG_HOME=",
		"XDG_STATE_HOME=", "NO_COLOR=")
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = screen, screen, screen
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Close()
	go p.look(p.tty, p.ended)
	cmd, ended := p.cmd, p.ended
	t.Cleanup(func() {
		cmd.Process.Kill() // if it has not exited
		cmd.Wait()
		<-ended
		tty.Close()
	})
}

// openPTY opens a pseudo-terminal: the side of the person, and that of the program.
func openPTY(t *testing.T) (person, program *os.File) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "ptmx"), program
}

// look reads the output until the program exits.
func (p *person) look(tty *os.File, ended chan struct{}) {
	defer close(ended)
	buf := make([]byte, 4096)
	for {
		n, err := tty.Read(buf)
		p.mu.Lock()
		p.seen += string(buf[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// sees waits until a text is shown after the text of the call before.
func (p *person) sees(text string) {
	p.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		p.mu.Lock()
		at := strings.Index(p.seen[p.from:], text)
		if at >= 0 {
			p.from += at + len(text)
		}
		seen := p.seen
		p.mu.Unlock()
		if at >= 0 {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%q is not shown:\n%s", text, seen)
		}
	}
}

func (p *person) types(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// says types a line at the prompt.
func (p *person) says(line string) {
	p.t.Helper()
	p.sees("> ")
	p.types(line + "\n")
}

// leaves ends the program with keys and returns its exit code.
func (p *person) leaves(keys string) int {
	p.t.Helper()
	p.types(keys)
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.t.Fatal("the program does not exit")
	}
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

func (p *person) file(name string) string {
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		return ""
	}
	return string(data)
}

// ctrlC and ctrlD are what the keys send.
const ctrlC, ctrlD = "\x03", "\x04"

var writes = llmtest.Say("<PTK_CALL>\n{\"tool\": \"write_file\", \"args\": {\"path\": \"made.txt\", \"content\": " +
	"\"made\\n\"}}\n</PTK_CALL>")

func TestAPromptGoesOnInOneConversationAndAsks(t *testing.T) {
	p := sitDown(t, nil, writes, llmtest.Say("It is made."), llmtest.Say("You are welcome."))
	p.says("make made.txt")
	p.sees("+made")
	p.sees("Allow? [y]es")
	p.types("y\n")
	p.sees("It is made.")
	p.says("thanks")
	p.sees("You are welcome.")
	p.sees("> ")
	if code := p.leaves(ctrlD); code != cli.ExitOK || p.file("made.txt") != "made\n" {
		t.Errorf("exit code %d, the file has %q", code, p.file("made.txt"))
	}
	if n := len(p.server.Requests()[2].Messages); n < 5 {
		t.Errorf("the last request has %d messages", n)
	}
}

func TestWordsThatAreNoChoiceAreFeedback(t *testing.T) {
	p := sitDown(t, nil, writes, llmtest.Say("So be it."))
	p.says("make made.txt")
	p.sees("Allow? [y]es")
	p.types("call it other.txt\n")
	p.sees("So be it.")
	if p.file("made.txt") != "" || !strings.Contains(p.server.Requests()[1].Last().Content, "call it other.txt") {
		t.Errorf("written, or the model is told %q", p.server.Requests()[1].Last().Content)
	}
}

func TestAPlanIsCarriedOutWhenTheUserSaysSo(t *testing.T) {
	plan := llmtest.Say("1. Make the file")
	p := sitDown(t, []string{"--mode", "plan"}, plan, plan, llmtest.Say("It is made."), plan)
	p.says("plan it")
	p.sees("[pending] Make the file")
	p.sees("Carry it out?")
	p.types("with one step only\n")
	p.sees("Carry it out?")
	p.types("y\n")
	p.sees("It is made.")
	p.says("another")
	p.sees("Carry it out?")
	p.types("n\n")
	p.sees("> ")
}

// Lines that are typed during a turn reach the model at its next step, and never answer a question that was not shown yet.
func TestSteeringFromTheTerminal(t *testing.T) {
	open := make(chan struct{})
	first := writes
	first.Steps = append([]llmtest.Step{llmtest.Text("I begin. "), llmtest.Gate(open)}, first.Steps...)
	p := sitDown(t, nil, first, llmtest.Say("First done."), llmtest.Say("Reviewed."))
	p.says("make made.txt")
	p.sees("I begin.")
	p.types("y\n")
	p.sees("told of it at its next step")
	p.types("/review it\n")
	p.sees("sent when the answer is done")
	close(open)
	p.sees("Allow? [y]es")
	if p.file("made.txt") != "" {
		t.Error("what was typed before the question answered it")
	}
	p.types("y\n")
	p.sees("> y") // sent to the model
	p.sees("First done.")
	p.sees("Reviewed.")
	requests := p.server.Requests()
	if last := requests[1].Last().Content; !strings.HasSuffix(last, "y") || p.file("made.txt") != "made\n" {
		t.Errorf("the second request ends with %q", last)
	}
	if last := requests[2].Last().Content; !strings.Contains(last, "Review") {
		t.Errorf("the command became %q", last)
	}
}

// Ctrl-C stops the answer and not the program, drops what waits for the answer's end, and ends the program when nothing runs
// and it comes twice.
func TestCtrlCInAChat(t *testing.T) {
	p := sitDown(t, nil, llmtest.Stream(llmtest.Text("a long story"), llmtest.Silence()), llmtest.Say("And on."))
	p.says("talk")
	p.sees("a long story")
	p.types("/review\n")
	p.sees("sent when the answer is done")
	p.types(ctrlC)
	p.sees("stopped")
	p.sees("not sent: /review")
	p.says("go on")
	p.sees("And on.")
	p.sees("> ")
	p.types(ctrlC)
	p.sees("Ctrl-C again")
	if code := p.leaves(ctrlC); code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	if n := len(p.server.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}
