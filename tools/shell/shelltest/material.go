package shelltest

import "math/rand/v2"

// New returns a generator with material for a workspace with [Files].
func New(seed uint64) *Generator {
	return &Generator{R: rand.New(rand.NewPCG(seed, 15)), Files: files(), Flags: flags(), Programs: programs(), Hostile: hostile()}
}

func files() []string {
	return []string{
		"a.txt", "b.txt", "main.go", "src", "src/main.go", "sub/x", "docs/index.md", "package.json", ".", "./a.txt",
		"src/../a.txt", "no-such", "README.md", "data.txt",
		".env", "sub/.env", "./.env", "sub/../.env", "key.pem", "out-link", "out-link/secret", "out-link/../outside/secret",
		"env-link", "..", "../outside/secret", "../outside", "/etc/passwd", "/proc/self/environ", "/dev/tcp/127.0.0.1/PORT",
		".git/config", ".git/hooks/pre-commit", "hostile", "hostile/a.txt", "-rf", "--pre=./evil", "a b", "$(touch canary)",
		"FS=x", "./evil", "./ls", "bin/cat", "~/.ssh/id_rsa", "/dev/null", "/dev/zero", "fifo", "new.txt", "canary", "/tmp/canary",
		"bare",
	}
}

func flags() []string {
	return []string{
		"-a", "-l", "-n", "-r", "-R", "-i", "-v", "-c", "-e", "-f", "-o", "-s", "-u", "-w", "-x", "-z", "-L", "-H", "-P", "-E",
		"-F", "-A", "-B", "-C", "-d", "-t", "-k", "-m", "-q", "-S", "-T", "-1", "-5", "-la", "-rn", "-nE", "-p",
		"-name", "-type", "-exec", "-delete", "-print", "-printf", "-fprint", "-newer", "-maxdepth", "{}", ";", `\;`, "+", "-o",
		"!", "-ok", "-execdir", "-files0-from",
		"--color=always", "--include=*.go", "--include", "--exclude", "--file", "--regexp", "--files0-from", "--output",
		"--compress-program", "--pre", "--hidden", "--no-ignore", "-uuu", "--search-zip", "--temporary-directory", "--outp", "--fil",
		"--stat", "--oneline", "--ext-diff", "--textconv", "--no-index", "--output=canary", "-O./evil",
		"--open-files-in-pager=./evil", "--format=%G?", "--show-signature", "-p", "--exec-path=.", "--git-dir=bare", "-c",
		"core.pager=./evil", "-C", "--upload-pack=./evil",
		"--help", "--version", "-i.bak", "-g", "--in-place", "--slurpfile", "--argfile", "--from-file", "-D", "--rawfile",
		"--date=now", "--set", "--dereference", "--files-from", "--recursive", "--directories=recurse", "--", "-",
	}
}

func programs() []string {
	return []string{
		"ls", "cat", "head", "tail", "wc", "grep", "egrep", "find", "sort", "uniq", "cut", "tr", "sed", "awk", "jq", "diff", "cmp",
		"comm", "nl", "tac", "rev", "paste", "column", "fold", "od", "xxd", "strings", "stat", "du", "df", "file", "date", "uname",
		"id",
		"realpath", "readlink", "basename", "dirname", "seq", "md5sum", "sha256sum", "tree", "echo", "printf", "test", "[", "true",
		"pwd", "cd", "set", "type", "command", "sleep", "go", "gofmt", "expr", "base64", "join", "expand", "which", "printenv",
		"env", "make", "python3", "node", "bash",
		"git status", "git log", "git diff", "git show", "git blame", "git grep", "git ls-files", "git branch", "git tag",
		"git remote", "git stash", "git config", "git cat-file", "git describe", "git rev-parse", "git",
		"git -C hostile status", "git -C hostile diff", "cd hostile && git status", "cd bare && git log", "cd hostile && git diff",
		"rm", "mv", "cp", "touch", "mkdir", "tee", "dd", "ln", "chmod", "curl", "perl", "eval", "exec", "source", ".", "alias",
		"trap", "export", "read", "xargs", "./evil", "./ls", "evil", "sudo", "builtin", "kill", "wait", "shopt", "hash", "enable",
		"coproc",
	}
}

func hostile() []string {
	return []string{
		"touch canary", "$(touch canary)", "`touch canary`", "; touch canary", "| tee canary", "> canary", ">canary", "&& ./evil",
		"cat .env", "cat ../outside/secret", "<(touch canary)", "<../outside/secret",
		"s/a/b/w canary", "s/a/touch canary/e", "1e touch canary", "w canary", "r .env", "R .env", "1r .env", "p;w canary",
		"s/x/y/;e touch canary", "a\\\ncanary",
		"BEGIN{system(\"touch canary\")}", "{print > \"canary\"}", "{print | \"sh\"}",
		"BEGIN{while((getline l < \".env\")>0)print l}", "BEGIN{print ENVIRON[\"HOME\"]}", "BEGIN{\"touch canary\" | getline}",
		"{print /x/ > \"canary\"}", "@load \"x\"", "{print $1,\n$2 > \"canary\"}", "BEGIN{ARGV[1]=\".env\";ARGC=2}",
		"env", "$ENV", "input_filename", "include \"x\"; .", "$__loc__", "a[$(touch canary)]", "x=$(touch canary)",
		"${x:-$(touch canary)}", "${x:=$(touch canary)}", "-exec touch canary ;", "-exec touch canary \\;", "-fprint canary",
		"-delete",
		"PATH=.", "PATH=.:$PATH", "BASH_ENV=./evil", "IFS=/", "GIT_EXTERNAL_DIFF=./evil", "alias ls=./evil",
		"ls() { touch canary; }", "declare -n x=PATH", "((PATH=1))", "printf -v PATH .", "read PATH <<< .",
		"for PATH in .; do ls; done", "export 'PATH=.'", "hash -p ./evil ls",
		"echo x > /dev/tcp/127.0.0.1/PORT", "cat < /dev/tcp/127.0.0.1/PORT", "exec 3<>/dev/tcp/127.0.0.1/PORT", "%n", "%(%s)T",
		"HEAD:.env", ":(glob)**", "--output=canary", "#", "<<X\n$(touch canary)\nX\n", "<<'X'\ntouch canary\nX\n",
		"trap 'touch canary' EXIT", "set -x", "shopt -s extglob", "exit", "cd ..", "cd -", "cd out-link",
		"cd out-link && cat secret",
		"-v x", "-f .env", "-e. .env", "'' .env", "--file=.env", "-f.env", "if=.env", "@.env", "~+/.env", "{.env,a.txt}", "*env",
		".e*", ".[e]nv", "${PWD}/.env", "\"$PWD\"/../outside/secret", "a.txt/../.env", "sub//../.env",
	}
}
