package settings

// unsupported tells of settings that are part of the protocol and that this version does not act on.
func unsupported(s Settings) []Problem {
	var problems []Problem
	tell := func(key string, set bool) {
		if set {
			problems = append(problems, Problem{Source: "settings", Key: key, Message: "is not supported by this version yet and has no effect"})
		}
	}
	tell("mcpServers", len(s.MCPServers) > 0)
	tell("telemetry.otlpEndpoint", s.Telemetry.OTLPEndpoint != "")
	return problems
}
