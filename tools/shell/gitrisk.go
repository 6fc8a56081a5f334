package shell

import (
	"slices"
	"strings"
)

// gitParts splits git's arguments into its own options, the subcommand and the rest.
func gitParts(args []string) (options []string, sub string, rest []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "" || a[0] != '-' {
			return args[:i], a, args[i+1:]
		}
		if slices.Contains(
			[]string{"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env", "--super-prefix"}, a,
		) {
			i++
		}
	}
	return args, "", nil
}

// carelessGit returns why the user is asked about a git command each time; "" if a rule may allow it.
func carelessGit(args []string) string {
	has := func(flags ...string) bool { return hasFlag(args, flags...) }
	options, sub, rest := gitParts(args)
	for _, o := range options {
		if !slices.Contains(
			[]string{"--no-pager", "-P", "--version", "--help", "--no-optional-locks", "--literal-pathspecs", "--bare", "--html-path"},
			o,
		) {
			return "gives git a setting, a folder or a program of its own"
		}
	}
	if has(
		"--upload-pack", "--receive-pack", "--exec", "-x", "--open-files-in-pager", "--ext-diff", "--textconv", "--output",
		"--template", "--config", "--no-verify", "--filters", "--no-index", "--untracked",
	) || sub == "grep" && has("-O") ||
		slices.ContainsFunc(rest, func(a string) bool {
			return strings.HasPrefix(a, "-O") && sub == "grep" || strings.HasPrefix(a, "ext::")
		}) {
		return "has git run another program, or write a file of its own"
	}
	switch sub {
	case "push":
		if has("-f", "--force", "--force-with-lease", "--mirror", "--delete", "-d", "--prune") ||
			slices.ContainsFunc(rest, func(a string) bool { return strings.HasPrefix(a, "+") || strings.HasPrefix(a, ":") }) {
			return "overwrites or deletes what others may have"
		}
	case "config":
		if !gitReads(sub, rest) {
			return "changes git's settings, which may run programs"
		}
	case "reset":
		if has("--hard") {
			return "throws changes away"
		}
	case "clean", "filter-branch", "filter-repo", "gc", "prune", "update-ref", "replace", "difftool", "mergetool", "credential",
		"daemon", "instaweb", "send-email", "hook":
		return "throws things away or runs programs"
	case "rebase", "bisect", "submodule", "reflog", "stash", "checkout", "restore", "worktree", "branch", "tag":
		if !gitReads(sub, rest) && (has("run", "foreach", "expire", "delete", "drop", "clear", "-D", "-d", "-f", "--force") ||
			slices.Contains(rest, "--") || slices.Contains(rest, ".")) {
			return "throws things away or runs programs"
		}
	}
	return ""
}

// gitReads reports whether a subcommand changes nothing.
func gitReads(sub string, rest []string) bool {
	switch sub {
	case "status", "log", "diff", "show", "rev-parse", "ls-files", "ls-tree", "cat-file", "blame", "annotate", "describe",
		"shortlog", "grep", "name-rev", "merge-base", "rev-list",
		"for-each-ref", "show-ref", "show-branch", "whatchanged", "count-objects", "version", "check-ignore", "check-attr",
		"diff-tree", "diff-index", "diff-files", "cherry", "range-diff", "verify-commit", "verify-tag", "var", "ls-remote":
		return sub != "ls-remote"
	case "branch":
		return onlyFlags(
			rest, "-a", "-r", "-v", "-vv", "--all", "--remotes", "--list", "--show-current", "--verbose", "--no-color", "--merged",
			"--no-merged",
		)
	case "tag":
		return onlyFlags(rest, "-l", "--list", "-n")
	case "remote":
		return onlyFlags(rest, "-v", "--verbose") || len(rest) == 2 && rest[0] == "get-url"
	case "stash", "worktree", "reflog", "submodule":
		want := map[string][]string{"stash": {"list", "show"}, "worktree": {"list"}, "reflog": {"show"}, "submodule": {"status"}}[sub]
		return len(rest) > 0 && slices.Contains(want, rest[0]) || sub == "reflog" && len(rest) == 0
	case "config":
		return len(rest) > 0 && slices.Contains([]string{"--get", "--get-all", "--get-regexp", "--list", "-l", "get", "list"}, rest[0])
	}
	return false
}

// onlyFlags reports whether all arguments are among the flags.
func onlyFlags(args []string, flags ...string) bool {
	for _, a := range args {
		if !slices.Contains(flags, a) {
			return false
		}
	}
	return true
}
