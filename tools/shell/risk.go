package shell

import (
	"slices"
	"strings"
)

// risk says what a command does that is not free, and what a rule would cover of it.
func (j *judge) risk(cmd *command, st *state) {
	name := base(cmd.name)
	args, known := cmd.texts()
	r, verb := kindOf(name, args)
	if r == rankNetwork && slices.Contains([]string{"curl", "wget", "fetch", "aria2c", "http", "https", "lynx"}, name) {
		j.downloads++
	}
	if j.through(name, cmd, args, st) {
		return
	}
	if why := careless(name, args); why != "" {
		j.say(AskEach, max(r, rankCode), "%s", why)
		if r > rankCode {
			j.say(AskEach, r, "%s: %s", verb, cmd.text())
		}
		j.touches(name, args, st)
		return
	}
	if !known {
		j.say(AskEach, r, "%s with arguments that are not known before: %s", verb, cmd.text())
		return
	}
	if j.touches(name, args, st) {
		j.say(AskEach, r, "%s: %s", verb, cmd.text())
		return
	}
	key, covers := j.rule(name, cmd, st)
	j.ask(r, key, covers, "%s: %s", verb, cmd.text())
}

// touches asks each time for a command that names a file which may hold secrets, or which it may write and steers other programs.
func (j *judge) touches(name string, args []string, st *state) bool {
	found := false
	for _, a := range args {
		for _, path := range pathsIn(a) {
			full := j.full(path, st)
			if full == "" {
				continue
			}
			switch j.w.Reach(full) {
			case Secret:
				j.say(AskEach, rankSecret, "runs %s on %s, which may hold secrets", name, path)
				found = true
			case Protected:
				if leaves(name, args) {
					continue
				}
				j.say(AskEach, rankSteers, "runs %s on %s, which steers other programs", name, path)
				j.writesTo(full)
				found = true
			}
		}
	}
	return found
}

// leaves reports whether a command is known not to write the files it names. The box holds it to that.
func leaves(name string, args []string) bool {
	switch name {
	case "git":
		_, sub, _ := gitParts(args)
		return slices.Contains([]string{"add", "commit", "diff", "log", "show", "blame", "status", "grep", "ls-files", "rev-parse", "check-ignore", "hash-object"}, sub)
	case "go":
		return len(args) > 0 && slices.Contains([]string{"build", "test", "vet", "run", "list", "doc", "install"}, args[0]) && !slices.Contains(args, "-o")
	case "cat", "bat", "less", "more", "head", "tail", "nl", "wc", "grep", "egrep", "fgrep", "rg", "ls", "stat", "file", "du", "diff", "cmp", "comm", "cut", "jq", "od", "hexdump", "strings",
		"md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum", "realpath", "readlink", "basename", "dirname":
		return true
	}
	return false
}

// pathsIn returns what may be a path in an argument: itself, and the value of an option.
func pathsIn(arg string) []string {
	tries := []string{arg}
	if _, value, ok := strings.Cut(arg, "="); ok {
		tries = append(tries, value)
	}
	if _, value, ok := strings.Cut(arg, ":"); ok {
		tries = append(tries, value)
	}
	if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
		tries = append(tries, arg[2:])
	}
	return slices.DeleteFunc(tries, func(t string) bool { return t == "" || t[0] == '-' || len(t) > 1000 || strings.Contains(t, "\n") })
}

// kindOf says what sort of thing a command does, as far as its name tells.
func kindOf(name string, args []string) (rank, string) {
	sub := ""
	if i := slices.IndexFunc(args, func(a string) bool { return a != "" && a[0] != '-' }); i >= 0 {
		sub = args[i]
	}
	switch name {
	case "rm", "rmdir", "unlink", "shred", "truncate", "trash":
		return rankDeletes, "deletes"
	case "mv", "cp", "dd", "ln", "install", "tee", "rsync", "patch":
		return rankOverwrites, "may overwrite"
	case "sudo", "doas", "su", "pkexec", "run0":
		return rankRoot, "runs as another user"
	case "curl", "wget", "fetch", "aria2c", "http", "https", "lynx", "ssh", "scp", "sftp", "ftp", "nc", "ncat", "socat", "telnet", "ping", "dig", "nslookup", "host", "whois", "npx", "bunx", "uvx", "pipx":
		return rankNetwork, "connects to other machines"
	case "twine":
		return rankPublishes, "publishes"
	}
	switch name + " " + sub {
	case "git push", "npm publish", "pnpm publish", "yarn publish", "yarn npm", "cargo publish", "docker push", "podman push", "gem push", "helm push", "gh release", "gh pr", "gh api", "gh issue", "poetry publish", "uv publish", "mvn deploy", "kubectl apply", "terraform apply":
		return rankPublishes, "publishes or changes what others see"
	case "git clean", "git rm", "docker rm", "docker rmi", "kubectl delete", "terraform destroy", "git worktree", "docker system":
		return rankDeletes, "deletes"
	case "git reset", "git checkout", "git restore", "git rebase", "git filter-branch", "git stash", "git switch", "git merge", "git cherry-pick", "git revert", "git am", "git apply":
		return rankOverwrites, "may overwrite"
	case "git fetch", "git pull", "git clone", "git ls-remote", "npm install", "npm ci", "npm i", "pnpm install", "yarn install", "yarn add", "pnpm add", "bun install", "bun add", "pip install", "pip3 install", "uv pip", "uv sync", "uv add",
		"poetry install", "poetry add", "go get", "go install", "cargo install", "cargo add", "docker pull", "brew install", "apt install", "apt-get install", "gem install", "composer install", "bundle install":
		return rankNetwork, "connects to other machines"
	}
	return rankRuns, "runs"
}

// rule returns the key that "always" allows: the entry of rules.txt that the command fits, else exactly this command line.
func (j *judge) rule(name string, cmd *command, st *state) (key, covers string) {
	p, words, rest := lookup(j.table().rules, name, cmd.args)
	if p != nil && cmd.env == "" && strings.Contains(words+" ", name+" ") {
		if name == "npm" || name == "pnpm" || name == "yarn" || name == "bun" {
			if len(rest) > 0 && strings.Contains(words, "run") { // the script's name belongs to it
				words += " " + rest[0].text
			}
		}
		if u, ok := p.match(rest); ok && j.within(u, st) && !strings.Contains(words, "\n") {
			return words, "run " + words + " " + p.says
		}
	}
	text := j.placed(cmd.env+cmd.text(), st)
	return exactly(text), exactWords(text)
}

// within reports whether all operands that may be paths lie in the workspace.
func (j *judge) within(u *use, st *state) bool {
	for _, f := range u.plain {
		full := j.full(f.text, st)
		if full == "" || j.w.Reach(full) != Inside {
			return false
		}
	}
	return true
}

// placed is a command line with the folder in which it runs, where that is not the workspace's own.
func (j *judge) placed(text string, st *state) string {
	if st.dir == "" || text == "" {
		return ""
	}
	if st.dir == j.w.Base {
		return text
	}
	dir := st.dir
	if rel, ok := strings.CutPrefix(dir, strings.TrimSuffix(j.w.Base, "/")+"/"); ok {
		dir = rel
	}
	return "cd " + quote(dir) + " && " + text
}
