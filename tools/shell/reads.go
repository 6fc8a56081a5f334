package shell

import (
	"regexp"
	"slices"
	"strings"
)

// mute is true for commands that read no files, whatever their arguments are.
func mute(name string) bool {
	return slices.Contains([]string{"echo", "printf", "true", "false", ":", "basename", "dirname", "seq", "expr", "exit", "return", "break", "continue", "shift", "wait", "pwd", "test", "[", "sleep", "which", "type", "set", "whoami"}, name)
}

// readsOnly is true for a known command with arguments by which it changes nothing and runs nothing.
func readsOnly(name string, args []string, known bool) bool {
	flag := func(flags ...string) bool { return hasFlag(args, flags) }
	if name == "printf" || name == "test" || name == "[" {
		return !slices.Contains(args, "-v") && !slices.Contains(args, "-R")
	}
	if mute(name) {
		return name != "wait" || len(args) == 0
	}
	if !known {
		return false // an option might be among what isn't known
	}
	switch name {
	case "ls", "cat", "head", "tail", "wc", "cut", "tr", "comm", "cmp", "diff", "nl", "tac", "rev", "paste", "column", "fold", "expand", "unexpand", "od", "hexdump", "strings", "stat", "du", "df",
		"id", "groups", "uname", "uptime", "free", "ps", "pgrep", "printenv", "realpath", "readlink", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha512sum", "shasum", "cksum", "sum", "b2sum",
		"nproc", "arch", "locale", "tput", "cal", "getconf", "lscpu", "lsblk", "jq", "cd", "zcat", "bzcat", "xzcat", "join", "tsort", "factor", "base64", "readelf":
		return name != "cd" || len(args) == 0 || args[0] != "-"
	case "grep", "egrep", "fgrep":
		return !flag("-r", "-R", "--recursive", "--dereference-recursive", "-d", "--directories")
	case "rg":
		return !flag("--pre", "--hostname-bin", "--hidden", "-.", "-u", "-uu", "-uuu", "--unrestricted", "--no-ignore", "-z", "--search-zip")
	case "find":
		return !flag("-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from")
	case "fd", "fdfind":
		return !flag("-x", "-X", "--exec", "--exec-batch")
	case "sort":
		return !flag("-o", "--output", "--compress-program", "-T", "--temporary-directory", "--files0-from")
	case "uniq", "xxd":
		return len(operandsOf(args)) <= 1 && !flag("-r")
	case "tree":
		return !flag("-o", "--output")
	case "file":
		return !flag("-C", "--compile", "-z", "-Z")
	case "date":
		return !flag("-s", "--set") && !slices.ContainsFunc(operandsOf(args), func(a string) bool { return a[0] != '+' })
	case "hostname":
		return len(operandsOf(args)) == 0 && !flag("-F", "-b")
	case "sed":
		return sedReads(args)
	case "awk", "gawk", "mawk", "nawk":
		return awkReads(args)
	case "yq":
		return !flag("-i", "--inplace")
	case "git":
		_, sub, rest := gitParts(args)
		return gitReads(sub, rest)
	case "go":
		return goReads(args)
	}
	return versionOnly(name, args)
}

// hasFlag finds flags also where short ones stand together or values are joined to them.
func hasFlag(args, flags []string) bool {
	for _, a := range args {
		long, _, _ := strings.Cut(a, "=")
		for _, f := range flags {
			if a == f || long == f {
				return true
			}
			if strings.HasPrefix(f, "--") && strings.HasPrefix(long, "--") && len(long) > 3 && strings.HasPrefix(f, long) {
				return true // a long option may be cut short
			}
			if len(f) == 2 && len(a) > 2 && a[0] == '-' && a[1] != '-' && strings.Contains(a[1:], f[1:]) {
				return true
			}
		}
	}
	return false
}

func operandsOf(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "" || a[0] == '-' && a != "-" })
}

// operands gives the arguments that may be paths: of programs that take a pattern first, those after it.
func operands(name string, args []string) []string {
	if !slices.Contains([]string{"grep", "egrep", "fgrep", "rg", "sed", "awk", "gawk", "mawk", "jq", "tr"}, name) {
		return args
	}
	for i, a := range args {
		if a == "-e" || a == "-f" || a == "--regexp" || a == "--file" {
			return args // the pattern stands elsewhere; all the rest may be paths
		}
		if a != "" && a[0] != '-' {
			return append(slices.Clone(args[:i]), args[i+1:]...)
		}
	}
	return args
}

var (
	sedPrint = regexp.MustCompile(`^([0-9$]+|/[^/]*/)?(,([0-9$]+|/[^/]*/|\+[0-9]+))?!?[pdq=]$`)
	sedSwap  = regexp.MustCompile(`^s([/|#,:@])[^\n]*$`)
)

// sedReads is true for scripts of sed that print or replace, and have neither commands that write nor such that run.
func sedReads(args []string) bool {
	var scripts []string
	rest := args
	for len(rest) > 0 {
		a := rest[0]
		rest = rest[1:]
		switch {
		case a == "-e" || a == "--expression":
			if len(rest) == 0 {
				return false
			}
			scripts, rest = append(scripts, rest[0]), rest[1:]
		case a == "-n" || a == "-E" || a == "-r" || a == "-nE" || a == "-En" || a == "-nr" || a == "--quiet" || a == "-u" || a == "-s":
		case strings.HasPrefix(a, "-"):
			return false
		case len(scripts) == 0:
			scripts = append(scripts, a)
		}
	}
	for _, s := range scripts {
		for _, part := range strings.Split(s, ";") {
			if part = strings.TrimSpace(part); part != "" && !sedPrint.MatchString(part) && !plainSwap(part) {
				return false
			}
		}
	}
	return len(scripts) > 0
}

// plainSwap is true for s/a/b/ with flags that only replace or print.
func plainSwap(s string) bool {
	if !sedSwap.MatchString(s) {
		return false
	}
	parts := strings.Split(s[2:], s[1:2])
	return len(parts) == 3 && strings.Trim(parts[2], "gIip0123456789") == "" && !strings.HasSuffix(parts[0], `\`) && !strings.HasSuffix(parts[1], `\`)
}

// awkReads is true for programs of awk that neither write nor run anything.
func awkReads(args []string) bool {
	program := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-F" || a == "-v":
			i++
		case strings.HasPrefix(a, "-F"):
		case strings.HasPrefix(a, "-"):
			return false
		case !program:
			program = true
			if strings.ContainsAny(a, "|>@") || strings.Contains(a, "system") || strings.Contains(a, "getline") || strings.Contains(a, "ARGV") || strings.Contains(a, "close") {
				return false
			}
		}
	}
	return program
}

func goReads(args []string) bool {
	if len(args) == 0 {
		return false
	}
	switch args[0] {
	case "version", "doc", "help":
		return true
	case "env":
		return true // go env -w is among the careless
	case "list":
		return !hasFlag(args, []string{"-export", "-mod", "-modfile", "-test", "-compiled", "-toolexec", "-overlay", "-u"})
	}
	return false
}

// versionOnly is true for a well-known program that is only asked for its version.
func versionOnly(name string, args []string) bool {
	known := []string{
		"node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "python", "python3", "pip", "pip3", "ruby", "perl", "php", "java", "javac", "gcc", "g++", "clang", "make", "cmake", "cargo", "rustc", "rustup",
		"docker", "kubectl", "terraform", "tsc", "gofmt", "gopls", "uv", "poetry", "lua", "swift", "dotnet", "mvn", "gradle", "git", "bash", "zsh", "curl", "wget", "tar", "nvim", "vim",
	}
	return len(args) == 1 && slices.Contains(known, name) && slices.Contains([]string{"--version", "-V", "-version", "version"}, args[0])
}
