package shell

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// gitSettings are passed to each git that runs without a question; they override those of the repository.
const gitSettings = " -c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.pager=cat -c " +
	"core.sshCommand=false" +
	" -c core.askPass=false -c credential.helper= -c gpg.program=false -c diff.external= -c diff.autoRefreshIndex=false -c " +
	"diff.submodule=short -c diff.ignoreSubmodules=all -c status.submoduleSummary=false" +
	" -c submodule.recurse=false -c log.showSignature=false -c protocol.allow=never --no-pager --no-optional-locks"

// gitEnviron is set for each git that runs without a question.
const gitEnviron = "GIT_OPTIONAL_LOCKS=0 GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 " +
	"GIT_TERMINAL_PROMPT=0 GIT_NO_LAZY_FETCH=1 GIT_EDITOR=false "

// gitExtra returns the flags that a subcommand gets so that it runs no drivers and enters no submodules.
func gitExtra(sub string) string {
	switch sub {
	case "status":
		return " --ignore-submodules=all"
	case "diff", "log", "show", "diff-tree", "diff-index", "diff-files":
		return " --no-ext-diff --no-textconv --ignore-submodules=all"
	case "blame", "annotate":
		return " --no-textconv"
	case "grep":
		return " --no-textconv --no-recurse-submodules"
	}
	return ""
}

// git judges git by the table, and by the repository in which it would run.
func (ps *programs) git(cmd *command, st *state) (code string, how freedom) {
	args, at := cmd.args, st.branch()
	for len(args) > 0 && args[0].known {
		if args[0].text == "-C" && len(args) > 1 && args[1].known {
			full := ps.full(args[1].text, at)
			if full == "" || ps.world.Reach(full) != Inside {
				ps.say(AskEach, rankCode, "runs git in %s, outside the workspace's folders", args[1].text)
				return "", asked
			}
			at.dir = full
			code += " -C " + args[1].code
			args = args[2:]
			continue
		}
		if !slices.Contains([]string{"--no-pager", "-P", "--no-optional-locks"}, args[0].text) {
			break
		}
		args = args[1:]
	}
	p, words, rest := lookup(ps.table().programs, "git", args)
	if p == nil || words == "git" {
		return "", unknown
	}
	u, ok := p.match(rest)
	if !ok {
		return "", unknown
	}
	own := args[:len(args)-len(rest)]
	if len(own) == 1 && (own[0].text == "version" || own[0].text == "--version") {
		cmd.env += gitEnviron
		return codes(own), free
	}
	if !ps.trees(u, p, cmd, at) {
		return "", asked
	}
	cmd.env += gitEnviron
	return gitSettings + code + " " + own[0].code + gitExtra(own[0].text) + codes(args[1:]), free
}

// trees judges the repository, and the named revisions and paths: each as if it were either.
func (ps *programs) trees(u *use, p *program, cmd *command, st *state) bool {
	if st.dir == "" {
		ps.say(AskEach, rankForm, "runs git in an unknown folder")
		return false
	}
	repo := ps.world.Git(st.dir)
	if repo.Unsafe != "" {
		ps.say(AskEach, rankCode, "runs git in a repository that %s", repo.Unsafe)
		return false
	}
	for _, t := range u.trees {
		if !ps.treeish(t, cmd, st) {
			return false
		}
	}
	quiet := u.has(
		"--stat", "--shortstat", "--numstat", "--name-only", "--name-status", "--summary", "-s", "--no-patch", "--raw", "--oneline",
		"-q", "--quiet", "-l", "-t", "-e",
	) && !u.has("-p", "-u", "--patch", "-U", "--unified")
	log := cmd.is("log") && !u.has("-p", "-u", "--patch", "-L", "-c", "--cc", "--word-diff", "-m")
	if slices.Contains(p.recurse, "*") && !log && !(quiet && !cmd.is("show") && !cmd.is("blame") && !cmd.is("annotate")) && repo.Secrets() {
		ps.say(AskEach, rankSecret, "shows the content of a repository that tracks files that may hold secrets")
		return false
	}
	return true
}

// ancestors matches the suffix of a revision that names an earlier one.
var ancestors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([~^][0-9]*)+(\.\.|:|$)`) })

// treeish judges a revision, a path, or a revision with a path.
func (ps *programs) treeish(text string, cmd *command, st *state) bool {
	tries := []string{text}
	if full := ps.full(text, st); full != "" && !ps.world.Exists(full) {
		tries[0] = ancestors().ReplaceAllString(text, "$2") // HEAD~1 is not the short name of a file
	}
	if _, path, ok := strings.Cut(text, ":"); ok {
		tries = append(tries, path, strings.TrimLeft(path[strings.LastIndexByte(path, ':')+1:], "/"))
		if i := strings.IndexByte(path, ')'); i >= 0 {
			tries = append(tries, path[i+1:])
		}
	}
	for _, t := range tries {
		t = strings.TrimLeft(t, "^!")
		if t != "" && !ps.readable(t, cmd.text(), st) {
			return false
		}
	}
	return true
}
