package tools

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"ptk-lsp/tools/process"
	"ptk-lsp/tools/readable"
	"ptk-lsp/tools/sandbox"
	"ptk-lsp/workspace"
)

// walls are what commands run behind. The zero value is ready.
type walls struct {
	once    sync.Once
	sandbox *sandbox.Sandbox

	mu    sync.Mutex // guards trees
	trees map[string]*readable.Tree
}

// of gives the sandbox, which remembers what the system can enforce.
func (w *walls) of(self string) *sandbox.Sandbox {
	w.once.Do(func() { w.sandbox = sandbox.New(self) })
	return w.sandbox
}

// tree gives what is known of a folder whose path holds no link.
func (w *walls) tree(real string, secrets workspace.Secrets) *readable.Tree {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.trees[real]
	if t == nil {
		t = readable.New(real, secrets.Match, Protected)
		if w.trees == nil {
			w.trees = map[string]*readable.Tree{}
		}
		w.trees[real] = t
	}
	return t
}

// What a command may write to its output before it is ended.
const (
	freeOutput   = 16 << 20
	agreedOutput = 256 << 20
)

// asksAnyway says why a command that only reads is asked for nevertheless; "" where it runs behind walls that make it harmless.
func (s *Shell) asksAnyway(ctx context.Context, c *Call, command string) string {
	if ok, why := s.walls.of(s.Self).Strict(); !ok {
		return "would run unasked, but this system can't keep it from doing more than reading (" + why + ")"
	}
	_, found, err := s.freePolicy(ctx, c)
	if err != nil {
		return "would run unasked, but it can't be kept from secrets: " + err.Error()
	}
	if strings.Contains(command, "git") {
		return gitAsks(c, found)
	}
	return ""
}

// gitAsks says why git is asked for even where it only reads.
func gitAsks(c *Call, found []*readable.Found) string {
	for i, f := range c.Workspace.Folders() {
		if len(found[i].Withheld) > 0 {
			return "runs git, whose configuration in " + c.Workspace.Display(found[i].Withheld[0]) + " may hold a password"
		}
		if above := repositoryAbove(f.Path); above != "" {
			return "runs git in the repository " + above + ", which lies outside of the workspace"
		}
	}
	return ""
}

// repositoryAbove gives the folder above, but not itself, that is a repository of git's which holds this one.
func repositoryAbove(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			if at == dir {
				return ""
			}
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

func lookSystem(name string) (string, error) { return lookIn(sandbox.SystemPath, name) }

// lookIn finds a program in the folders of a PATH.
func lookIn(list, name string) (string, error) {
	for _, dir := range filepath.SplitList(list) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && filepath.IsAbs(dir) && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return file, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, exec.ErrNotFound)
}

// errHome is why nothing runs unasked where the workspace is a home.
var errHome = errors.New("the workspace holds the home folder")

// freePolicy says what a command may read that runs unasked: the workspace without its secrets.
func (s *Shell) freePolicy(ctx context.Context, c *Call) (p sandbox.Policy, found []*readable.Found, err error) {
	p = sandbox.Policy{Strict: true, Limits: sandbox.StrictLimits()}
	home := s.home()
	for _, f := range c.Workspace.Folders() {
		real, err := filepath.EvalSymlinks(f.Path)
		if err != nil {
			return p, nil, err
		}
		if rel, err := filepath.Rel(real, home); home != "" && err == nil && filepath.IsLocal(rel) {
			return p, nil, errHome
		}
		ok, err := s.walls.tree(real, s.secrets()).Look(ctx)
		if err != nil {
			return p, nil, err
		}
		found = append(found, ok)
		p.Read, p.List, p.Hidden = append(p.Read, ok.Read...), append(p.List, real), append(p.Hidden, real)
	}
	p.Read = append(p.Read, s.outputs()...)
	if home != "" && home != "/" {
		p.Hidden = append(p.Hidden, home)
	}
	return p, found, nil
}

// outputs are the files that hold the long outputs of earlier commands, which the model may look through.
func (s *Shell) outputs() []string {
	temp, err := filepath.EvalSymlinks(s.Temp)
	if err != nil {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(temp, "output-*.txt"))
	if err != nil {
		return nil
	}
	return files
}

// home is the user's home folder, its links looked through; "" where none is known.
func (s *Shell) home() string {
	for _, entry := range s.Environ {
		if home, ok := strings.CutPrefix(entry, "HOME="); ok && filepath.IsAbs(home) {
			if real, err := filepath.EvalSymlinks(home); err == nil {
				return real
			}
		}
	}
	return ""
}

func (s *Shell) secrets() workspace.Secrets {
	if s.Secrets == nil {
		return workspace.DefaultSecrets()
	}
	return s.Secrets
}

// freeSpec says how a command is run that was not asked for.
func (s *Shell) freeSpec(ctx context.Context, c *Call, command, dir string) (process.Spec, error) {
	p, _, err := s.freePolicy(ctx, c)
	if err != nil {
		return process.Spec{}, err
	}
	bash, err := lookSystem("bash")
	if err != nil {
		return process.Spec{}, noBash(err)
	}
	return process.Spec{
		Argv: []string{bash, "--norc", "--noprofile", "-c", command}, Dir: dir, Env: s.freeEnv(),
		Spill: s.Temp, MaxOutput: freeOutput, Hard: true, Begin: s.begin(p),
	}, nil
}

// begin starts commands behind the walls of a policy.
func (s *Shell) begin(p sandbox.Policy) func(*exec.Cmd) (process.Box, error) {
	return func(cmd *exec.Cmd) (process.Box, error) {
		b, err := s.walls.of(s.Self).Start(cmd, p)
		if err != nil {
			return nil, err
		}
		return b, nil
	}
}

func noBash(err error) error {
	return &Error{Type: SystemError, Message: "There is no bash on this machine.", Suggestion: "Go on without running commands.", Cause: err}
}
