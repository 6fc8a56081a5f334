package shell_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"ptk-lsp/tools/shell"
	"ptk-lsp/tools/shell/shelltest"
)

// TestFreeCommandsArePlain generates commands and checks the code of those that are judged free: it must consist of programs
// with a full path and of known builtins, with words in which nothing is expanded. PTK_COMMANDS is their number.
func TestFreeCommandsArePlain(t *testing.T) {
	n := 20_000
	if v, err := strconv.Atoi(os.Getenv("PTK_COMMANDS")); err == nil {
		n = v
	}
	g, w := shelltest.New(1), world()
	count := map[string]int{}
	for range n {
		command := g.Command()
		v := shell.Classify(command, w)
		count[v.Decision.String()]++
		if v.Decision == shell.Allow {
			plain(t, command, v.Free)
		}
	}
	t.Logf("%d commands: %v", n, count)
}

// FuzzFreeCommandsArePlain does the same with any text.
func FuzzFreeCommandsArePlain(f *testing.F) {
	for _, name := range []string{"hostile.txt", "ordinary.txt"} {
		for _, l := range lines(f, name) {
			f.Add(l)
		}
	}
	g, w := shelltest.New(2), world()
	for range 500 {
		f.Add(g.Command())
	}
	f.Fuzz(func(t *testing.T, command string) {
		began := time.Now()
		defer func() {
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("%q took %v", command, took)
			}
		}()
		if v := shell.Classify(command, w); v.Decision == shell.Allow {
			plain(t, command, v.Free)
		}
	})
}

// plain fails if the code has anything that is not known to be harmless by its form.
func plain(t *testing.T, command, code string) {
	t.Helper()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(code), "")
	if err != nil {
		t.Fatalf("%q becomes %q: %v", command, code, err)
	}
	preamble := true
	syntax.Walk(file, func(n syntax.Node) bool {
		if bad := oddNode(n, preamble); bad != "" {
			t.Fatalf("%q becomes %q, which has %s", command, code, bad)
		}
		if c, ok := n.(*syntax.DeclClause); ok && c.Variant.Value == "export" {
			preamble = false
			return false
		}
		if c, ok := n.(*syntax.CallExpr); ok && preamble && len(c.Args) > 0 && c.Args[0].Lit() == "unset" {
			return false
		}
		return true
	})
}

// oddNode returns what is not harmless about a part of the code that runs.
func oddNode(n syntax.Node, preamble bool) string {
	builtins := []string{"echo", "true", ":", "false", "pwd", "printf", "exit", "set", "type", "command", "cd", "[", "unset"}
	switch n := n.(type) {
	case *syntax.CallExpr:
		if len(n.Args) > 0 {
			name := n.Args[0].Lit()
			if name == "" { // quoted
				if q, ok := n.Args[0].Parts[0].(*syntax.SglQuoted); ok {
					name = q.Value
				}
			}
			if !slices.Contains(builtins, name) && !strings.HasPrefix(name, "/usr/bin/") {
				return "the program " + name
			}
		}
		for _, a := range n.Assigns {
			if !strings.HasPrefix(a.Name.Value, "ptk_var_") && !strings.HasPrefix(a.Name.Value, "GIT_") &&
				!strings.HasPrefix(a.Name.Value, "LC_") && !strings.HasPrefix(a.Name.Value, "GO") &&
				!slices.Contains(
					[]string{"LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CGO_ENABLED", "CLICOLOR", "XDG_CONFIG_HOME"},
					a.Name.Value,
				) {
				return "the assignment of " + a.Name.Value
			}
		}
	case *syntax.Redirect:
		target := n.Word.Lit()
		if n.Op == syntax.RdrIn || n.Op == syntax.DplOut || n.Op == syntax.DplIn || target == "/dev/null" {
			return ""
		}
		return "a redirection " + n.Op.String() + " " + target
	case *syntax.ParamExp:
		name := n.Param.Value
		if preamble && n.Excl || strings.HasPrefix(name, "ptk_var_") ||
			slices.Contains(
				[]string{
					"?", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "HOSTNAME", "UID", "EUID", "OSTYPE", "HOSTTYPE",
					"BASH_VERSION", "RANDOM", "SECONDS",
				},
				name,
			) {
			return ""
		}
		return "the variable " + name
	case *syntax.Lit:
		if strings.ContainsAny(n.Value, "*?~`{}\\") && n.Value != "?" && n.Value != `\'` {
			return "the text " + n.Value
		}
	case *syntax.DeclClause:
		if !preamble {
			return "a declaration"
		}
	case *syntax.FuncDecl, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.ProcSubst, *syntax.ExtGlob,
		*syntax.CoprocClause, *syntax.LetClause, *syntax.ArithmCmd, *syntax.BraceExp:
		return "a form that is never free"
	case *syntax.Stmt:
		if n.Background {
			return "something in the background"
		}
	}
	return ""
}
