package shell

import (
	"slices"
	"strings"

	"ptk-lsp/tools/rulekey"
)

// risk says what a command does that is not free, and what a rule would cover of it.
func (cs *commands) risk(cmd *command, st *state) {
	name := base(cmd.name)
	args, known := cmd.texts()
	r, verb := kindOf(name, args)
	if r == rankNetwork && slices.Contains([]string{"curl", "wget", "fetch", "aria2c", "http", "https", "lynx"}, name) {
		cs.downloads++
	}
	if cs.through(name, cmd, args, st) {
		return
	}
	if why := careless(name, args); why != "" {
		cs.say(AskEach, max(r, rankCode), "%s", why)
		if r > rankCode {
			cs.say(AskEach, r, "%s: %s", verb, cmd.text())
		}
		cs.touches(name, args, st)
		return
	}
	if !known {
		cs.say(AskEach, r, "%s with arguments that are not known before: %s", verb, cmd.text())
		return
	}
	if cs.touches(name, args, st) {
		cs.say(AskEach, r, "%s: %s", verb, cmd.text())
		return
	}
	cs.ask(r, cs.rule(name, cmd, st), "%s: %s", verb, cmd.text())
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
func (cs *commands) rule(name string, cmd *command, st *state) Grant {
	p, words, rest := lookup(cs.table().rules, name, cmd.args)
	if p != nil && cmd.env == "" && strings.Contains(words+" ", name+" ") {
		if name == "npm" || name == "pnpm" || name == "yarn" || name == "bun" {
			if len(rest) > 0 && strings.Contains(words, "run") { // the script's name belongs to it
				words += " " + rest[0].text
			}
		}
		if u, ok := p.match(rest); ok && cs.within(u, st) && !strings.ContainsAny(words, "\n\r") {
			return Grant{rulekey.Name(words), "run " + words + " " + p.says}
		}
	}
	return exactly(cs.placed(cmd.env+cmd.text(), st))
}
