package shell

// simple judges a simple command.
func (cs *commands) simple(cmd *command, st *state) (code string, sure bool) {
	if !cs.budget.step() {
		return ":", false
	}
	if !cs.budget.enter() {
		return ":", false
	}
	defer cs.budget.leave()
	args, _ := cmd.texts()
	if why := destructive(base(cmd.name), args, cs.world.Home); why != "" {
		cs.say(Refuse, rankDestroys, "%s", why)
		return ":", false
	}
	code, sure, how := cs.harmless(cmd, st)
	switch how {
	case free:
		return cmd.env + code, sure
	case unknown:
		cs.risk(cmd, st)
	case asked: // the reason was added
	}
	return ":", false
}

// harmless tries to let a command run without a question: builtins and wrappers are known in code, other programs by the
// table.
func (cs *commands) harmless(cmd *command, st *state) (code string, sure bool, how freedom) {
	if code, sure, how = cs.builtin(cmd, st); how != unknown {
		return code, sure, how
	}
	if code, how = cs.wrapper(cmd, st); how != unknown {
		return code, false, how
	}
	path := cs.program(cmd.name)
	if path == "" {
		return "", false, unknown
	}
	switch base(cmd.name) {
	case "git":
		code, how = cs.git(cmd, st)
	case "find":
		code, how = cs.find(cmd, st)
	default:
		code, how = cs.listed(cmd, st)
	}
	return quote(path) + code, false, how
}
