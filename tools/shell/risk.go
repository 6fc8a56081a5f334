package shell

import (
	"path"
	"slices"
	"strings"

	"ptk-lsp/tools/rulekey"
)

// risk adds what a command that needs consent does, and what a rule would cover of it.
func (cs *commands) risk(cmd *command, st *state) {
	name := base(cmd.name)
	args, known := cmd.texts()
	e := effectOf(name, args)
	r, verb := e.rank, e.verb
	if r == rankNetwork && slices.Contains([]string{"curl", "wget", "fetch", "aria2c", "http", "https", "lynx"}, name) {
		cs.downloads++
		cs.fetched = append(cs.fetched, cmd.text())
	}
	if cs.runsFetched(cmd.name, args) {
		cs.interprets++
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
		cs.say(AskEach, r, "%s with arguments that are not known in advance: %s", verb, cmd.text())
		return
	}
	if cs.touches(name, args, st) {
		cs.say(AskEach, r, "%s: %s", verb, cmd.text())
		return
	}
	cs.ask(r, cs.rule(name, cmd, st), "%s: %s", verb, cmd.text())
}

// runsFetched reports whether a program, or the script of an interpreter, has the name of something that was downloaded before.
func (cs *commands) runsFetched(program string, args []string) bool {
	var files []string
	if strings.Contains(program, "/") {
		files = append(files, path.Base(program))
	}
	if knownRisks().code[strings.TrimRight(path.Base(program), "0123456789.")] != nil {
		for _, a := range args {
			if a != "" && a[0] != '-' {
				files = append(files, path.Base(a))
			}
		}
	}
	return slices.ContainsFunc(cs.fetched, func(download string) bool {
		return slices.ContainsFunc(files, func(f string) bool { return strings.Contains(download, f) })
	})
}

// effectOf returns what a command does, as far as its name and subcommand tell.
func effectOf(name string, args []string) effect {
	does := knownRisks().does
	if e, ok := does[name]; ok && !strings.Contains(name, " ") {
		return e
	}
	if i := slices.IndexFunc(args, func(a string) bool { return a != "" && a[0] != '-' }); i >= 0 {
		if e, ok := does[name+" "+args[i]]; ok {
			return e
		}
	}
	return effect{rankRuns, "runs"}
}

// rule returns the grant for "always": that of the entry of rules.txt that the command fits, otherwise exactly this command
// line.
func (cs *commands) rule(name string, cmd *command, st *state) Grant {
	p, words, rest := lookup(cs.table().rules, name, cmd.args)
	if p != nil && cmd.env == "" && strings.Contains(words+" ", name+" ") {
		if name == "npm" || name == "pnpm" || name == "yarn" || name == "bun" {
			if len(rest) > 0 && strings.Contains(words, "run") { // the script's name is part of the key
				words += " " + rest[0].text
			}
		}
		if u, ok := p.match(rest); ok && cs.within(u, st) && !strings.ContainsAny(words, "\n\r") {
			return Grant{rulekey.Name(words), "run " + words + " " + p.says}
		}
	}
	return exactly(cs.placed(cmd.env+cmd.text(), st))
}
