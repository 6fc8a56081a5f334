package shell

import (
	"slices"
	"strings"
)

// careless says in words why a command is asked for each time, so that no rule lets it through; "" where it isn't.
func careless(name string, args []string) string {
	has := func(flags ...string) bool {
		return slices.ContainsFunc(args, func(a string) bool {
			long, _, _ := strings.Cut(a, "=")
			return slices.Contains(flags, a) || slices.Contains(flags, long)
		})
	}
	switch name {
	case "git":
		return carelessGit(args, has)
	case "go":
		if has("-exec", "-toolexec", "-vettool", "-overlay", "--exec", "--toolexec", "--vettool", "--overlay") || len(args) > 1 && args[0] == "env" && has("-w", "-u") {
			return "has go run another program, or changes its settings for good"
		}
	case "npm", "pnpm", "yarn":
		if len(args) > 0 && (args[0] == "publish" || args[0] == "config" || args[0] == "login" || args[0] == "token") || has("-g", "--global", "--script-shell") {
			return "publishes, or changes more than this project"
		}
	case "source", ".", "alias", "hash", "enable", "trap", "set", "shopt", "bind", "complete", "mapfile", "readarray":
		if name == "set" && !slices.ContainsFunc(args, func(a string) bool { return strings.Trim(a, "-+aefilopux") != "" }) {
			return ""
		}
		return "changes what later commands mean"
	case "tar", "rsync", "scp", "sftp", "zip", "man", "vim", "vi", "nvim", "emacs", "less", "more", "ed":
		if has("--to-command", "--checkpoint-action", "-I", "--use-compress-program", "-e", "--rsh", "--rsync-path", "-TT", "-T", "-S", "-o", "-P", "-H", "--eval", "-E", "-c", "--cmd") {
			return "has " + name + " run another program"
		}
	case "make", "gmake", "just":
		if has("--eval", "-E", "-f", "--file", "--makefile", "-C", "--directory", "-I") {
			return "has " + name + " follow other rules than those of this folder"
		}
	case "docker", "podman":
		if has("--privileged", "-v", "--volume", "--mount", "--pid", "--net", "--network", "-H", "--host") {
			return "gives a container a part of this machine"
		}
	case "crontab", "at", "batch", "systemctl", "launchctl", "iptables", "nft", "useradd", "userdel", "usermod", "passwd", "visudo", "mount", "umount", "insmod", "modprobe", "sysctl", "nc", "ncat", "socat", "telnet":
		return "changes the machine, or opens connections"
	}
	return inline(name, args)
}

// inline finds interpreters that are given their program as an argument, or read it.
func inline(name string, args []string) string {
	base := strings.TrimRight(name, "0123456789.")
	flags, ok := map[string][]string{
		"python": {"-c", "-"}, "pypy": {"-c", "-"}, "node": {"-e", "--eval", "-p", "--print", "-r", "--require", "--import", "-"}, "nodejs": {"-e", "-p"},
		"perl": {"-e", "-E", "-n", "-p", "-i"}, "ruby": {"-e", "-r"}, "php": {"-r", "-B", "-R"}, "lua": {"-e", "-l"}, "osascript": {"-e"}, "Rscript": {"-e"},
		"deno": {"eval"}, "bun": {"-e", "--eval"}, "elixir": {"-e"}, "erl": {"-eval"}, "julia": {"-e"}, "ghc": {"-e"}, "scala": {"-e"}, "groovy": {"-e"}, "tclsh": {}, "psql": {"-c"}, "sqlite": {}, "mysql": {"-e"}, "pwsh": {"-c", "-Command", "-EncodedCommand"}, "powershell": {"-c", "-Command"}, "jshell": {}, "ipython": {"-c"},
	}[base]
	if !ok {
		return ""
	}
	if len(args) == 0 {
		return "has " + name + " run what it reads"
	}
	for _, a := range args {
		for _, f := range flags {
			short := len(f) == 2 && f[0] == '-' && len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, f[1:])
			if a == f || strings.HasPrefix(a, f+"=") || short {
				return "has " + name + " run code that is given on the command line"
			}
		}
		if a != "" && a[0] != '-' {
			break // the script; what follows are its arguments
		}
	}
	return ""
}
